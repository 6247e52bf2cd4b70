import { useState } from 'react'
import { type ApiError, call } from '#platform/web/api/api.ts'
import { textOfError } from '#platform/web/api/messages.ts'
import { newKey } from '#platform/web/api/request.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { NativeSelect } from '#platform/web/controls/NativeSelect.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { FormFailure } from '#platform/web/form/FormFailure.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { employees } from '../contract.ts'
import type { Employee } from '../shapes.ts'
import styles from './EmployerPage.module.css'
import type { CompanyChoice } from './employer-choices.ts'
import { nameOf } from './Remarks.tsx'
import { useBulk } from './use-bulk.ts'

interface Props {
  people: readonly Employee[]
  list: readonly CompanyChoice[]
}

/** Sets one unit for everybody who is chosen; the choice stays, so that a decision can follow. */
export function SetUnit({ people, list }: Props) {
  const t = useTexts('employees')
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  const companyIds = new Set(people.map((person) => person.companyId))
  const units = list.filter(({ companyId }) => companyIds.has(companyId)).flatMap((company) => company.units)
  if (units.length === 0) return null
  return (
    <>
      <Button size="sm" onClick={() => setOpened(true)}>
        {t('setUnit.open')}
      </Button>
      <Dialog opened={opened} close={close} title={t('setUnit.title', { count: people.length })}>
        {companyIds.size > 1 ? (
          <Note>{t('setUnit.oneCompany')}</Note>
        ) : (
          <UnitForm people={people} units={units} close={close} />
        )}
      </Dialog>
    </>
  )
}

interface UnitFormProps extends Pick<Props, 'people'>, Pick<CompanyChoice, 'units'> {
  close: () => void
}

/** The unit that is chosen, and the acts that give it to everybody. */
function useUnitForAll({ people, units, close }: UnitFormProps) {
  const t = useTexts('employees')
  const [unitId, setUnitId] = useState('')
  const [failure, setFailure] = useState<{ error: ApiError; left: readonly Employee[] } | null>(null)
  const { runOrTell, busy } = useBulk((name) => t('setUnit.failed', { name }))
  const save = async () => {
    setFailure(null)
    const { done, failed } = await runOrTell(people, async (person) => {
      const { employee } = await call(employees.update, {
        params: { id: person.beneficiaryEmployeeId },
        body: { unitId: unitId || null, version: person.version },
        idempotencyKey: newKey(),
      })
      return employee
    })
    if (failed) setFailure(failed)
    else close()
    const unit = units.find(({ value }) => value === unitId)?.label ?? t('fields.noUnit')
    if (done.length > 0) showDone(t('setUnit.done', { count: done.length, unit }))
  }
  return { unitId, setUnitId, failure, reload: () => setFailure(null), busy, save }
}

function UnitForm(props: UnitFormProps) {
  const t = useTexts('employees')
  const { people, units, close } = props
  const { unitId, setUnitId, failure, reload, busy, save } = useUnitForAll(props)
  const wordsOf = (error: ApiError) =>
    `${t('setUnit.failed', { name: (failure?.left ?? []).map(nameOf).join(', ') })}. ${textOfError(error)}`
  return (
    <form
      className="stack-md"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <NativeSelect
        label={t('fields.unit')}
        value={unitId}
        onChange={(event) => setUnitId(event.currentTarget.value)}
        data={[{ value: '', label: t('fields.noUnit') }, ...units]}
        data-autofocus
      />
      {failure && <FormFailure error={failure.error} reload={reload} wordsOf={wordsOf} />}
      <div className={styles.actions}>
        <Button onClick={close}>{t('actions.cancel')}</Button>
        <PrimaryButton type="submit" loading={busy}>
          {t('setUnit.submit', { count: people.length })}
        </PrimaryButton>
      </div>
    </form>
  )
}
