import { type FormEvent, useState } from 'react'
import { useApiAction } from '#platform/web/api/api.ts'
import { isApiError } from '#platform/web/api/api-error.ts'
import { TextInput } from '#platform/web/controls/TextInput.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { intake } from '../contract.ts'
import { type Aside, refresh } from './reads.ts'

type Problem = Aside['problems'][number]

/** The texts of a line of a list, to be mended; what is wrong stands beside each. */
export function MendTexts({ aside, close }: { aside: Aside; close: () => void }) {
  const t = useTexts('intake')
  const [problems, setProblems] = useState<readonly Problem[]>(aside.problems)
  const take = useApiAction(intake.take, {
    refresh,
    handles: ['INTAKE_NOT_READ'],
    onSuccess: () => {
      close()
      showDone(t('done.taken'))
    },
    onError: (error) => {
      if (isApiError(error, 'INTAKE_NOT_READ')) setProblems((error.details as { problems: Problem[] }).problems)
    },
  })
  const missing = aside.problems.flatMap(({ column }) =>
    column && !aside.raw.some(({ name }) => name === column) ? [column] : [],
  )
  const fields = [...aside.raw, ...missing.map((name) => ({ name, text: '' }))]
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const texts = fields.map(({ name }) => ({ name, text: String(form.get(name) ?? '') }))
    take.mutate({ params: { id: aside.id }, body: { version: aside.version, texts } })
  }
  return (
    <form className="stack-md" onSubmit={submit}>
      {fields.map(({ name, text }) => {
        const problem = problems.find(({ column }) => column === name)
        return (
          <TextInput
            key={name}
            name={name}
            label={name}
            defaultValue={text}
            autoCapitalize="none"
            spellCheck={false}
            autoComplete="off"
            error={problem && t(`imports.problems.${problem.code}`)}
          />
        )
      })}
      <div>
        <PrimaryButton type="submit" loading={take.isPending}>
          {t('mend.submit')}
        </PrimaryButton>
      </div>
    </form>
  )
}
