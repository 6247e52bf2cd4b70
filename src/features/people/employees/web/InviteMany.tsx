import { useState } from 'react'
import type { EndpointSpec, ReplyOf } from '#platform/contract/contract.ts'
import { isApiError, useApiAction } from '#platform/web/api/api.ts'
import { textOfError } from '#platform/web/api/messages.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { FileButton } from '#platform/web/controls/FileButton.tsx'
import { Textarea } from '#platform/web/controls/Textarea.tsx'
import { useKeptText } from '#platform/web/form/kept/use-kept-text.ts'
import { Note } from '#platform/web/parts/Note.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { TakenAndLeft } from '#platform/web/parts/TakenAndLeft.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { employees } from '../contract.ts'
import { PEOPLE_MAX } from '../rules.ts'

type Report = ReplyOf<typeof employees.inviteList>

interface Props {
  companyId: string
  /** The reads that new people make stale. */
  refresh: readonly EndpointSpec[]
}

/** Sends a list, to try it or for good, and keeps what came of it. */
function useList({ companyId, refresh }: Props) {
  const [report, setReport] = useState<Report | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const { mutateAsync, isPending } = useApiAction(employees.inviteList, { refresh, handles: 'all' })
  const send = async (list: Blob, dryRun: boolean) => {
    setFailure(null)
    try {
      const found = await mutateAsync({ query: { companyId, dryRun }, body: list })
      setReport(found)
      return found
    } catch (error) {
      if (!isApiError(error)) throw error
      setReport(null)
      setFailure(textOfError(error))
      return undefined
    }
  }
  return { report, failure, busy: isPending, send, forget: () => setReport(null) }
}

/** Whom a list invites, and whom it leaves out and why. */
function Found({ report }: { report: Report }) {
  const t = useTexts('employees')
  const { dryRun, people, left } = report
  return (
    <TakenAndLeft
      summary={t(dryRun ? 'many.found' : 'many.invited', { count: people.length })}
      taken={people.map((person) => ({
        key: person.email,
        name: `${person.lastName} ${person.firstName}`,
        about: [
          person.email,
          person.phoneNumber,
          person.isNamedByAddress && t('many.namedByAddress'),
          person.otherCompany && t('many.otherCompany', { company: person.otherCompany }),
        ]
          .filter(Boolean)
          .join(', '),
      }))}
      leftTitle={t('many.left', { count: left.length })}
      left={left.map(({ line, text, reason }) => ({
        key: String(line),
        name: t('many.line', { line, text }),
        reason: t(`many.reasons.${reason}`),
      }))}
    />
  )
}

/** What may go another time; the others are there already. */
const isToBePutRight = (reason: Report['left'][number]['reason']) =>
  reason !== 'EMPLOYEE_EXISTS' && reason !== 'TWICE_IN_LIST' && reason !== 'NOT_FOR_ONESELF'

/** People of a mail, a spreadsheet or a file: tried first, then invited by one press. */
export function InviteMany(props: Props) {
  const t = useTexts('employees')
  const [typed, setTyped] = useKeptText(`list of people ${props.companyId}`)
  const [list, setList] = useState<Blob | null>(null)
  const { report, failure, busy, send, forget } = useList(props)
  const attempt = (given: Blob) => {
    // The type that a system gives lists differs; the server looks at their bytes.
    const content = new Blob([given], { type: 'text/csv' })
    setList(content)
    void send(content, true)
  }
  const invite = async () => {
    const done = list ? await send(list, false) : undefined
    if (!done) return
    const wrong = done.left.filter(({ reason }) => isToBePutRight(reason))
    showDone(t('many.invited', { count: done.people.length }), {
      text: t(wrong.length > 0 ? 'many.kept' : 'add.doneText'),
    })
    setTyped(wrong.map(({ text }) => text).join('\n'))
    setList(null)
  }
  return (
    <section className="stack-md">
      <h2>{t('many.title')}</h2>
      <p className="t2">{t('many.lead')}</p>
      <Textarea
        label={t('many.paste')}
        description={t('many.example', { max: PEOPLE_MAX })}
        rows={6}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          forget()
        }}
      />
      <div className="row">
        <Button loading={busy} disabled={typed.trim() === ''} onClick={() => attempt(new Blob([typed]))}>
          {t('many.check')}
        </Button>
        <FileButton accept=".csv,.txt,.tsv,.xlsx,text/csv" onChange={(file) => file && attempt(file)}>
          {(props) => <Button {...props}>{t('many.file')}</Button>}
        </FileButton>
      </div>
      <div role="status" className="stack-md">
        {failure && <Note kind="warn">{failure}</Note>}
        {report && <Found report={report} />}
      </div>
      {report?.dryRun && report.people.length > 0 && (
        <div>
          <PrimaryButton loading={busy} onClick={() => void invite()}>
            {t('many.invite', { count: report.people.length })}
          </PrimaryButton>
        </div>
      )}
    </section>
  )
}
