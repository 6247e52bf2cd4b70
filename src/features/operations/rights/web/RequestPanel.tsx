import type { ReplyOf } from '#platform/contract/contract.ts'
import { pageUrl } from '#platform/contract/pages.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Day, Instant } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { rights, type StaffRequestView } from '../contract.ts'
import { PlannedClasses } from './PlannedClasses.tsx'
import styles from './Rights.module.css'

type Details = ReplyOf<typeof rights.details>

const refresh = [rights.list, rights.details]

/** One request: who asks for what, what an erasure does, and the answer. */
export function RequestPanel({ request }: { request: StaffRequestView }) {
  const t = useTexts('rights')
  const { requestId: id, kind } = request
  const details = useApi(rights.details, { params: { id }, enabled: kind === 'ERASURE' })
  return (
    <div className="stack-lg">
      <Facts
        rows={[
          [t('staff.kind'), t(`kinds.${kind}`)],
          [t('staff.email'), request.email],
          [t('staff.asked'), <Instant key="at" at={request.createdAt} />],
          [t('staff.due'), <Day key="due" day={request.dueDay} />],
          [t('staff.madeBy'), request.madeBy ?? t('staff.signedIn')],
          [t('staff.how'), request.checkedHow],
          [t('staff.wish'), request.wish],
          [t('staff.extendedWhy'), request.extendedReason],
          [t('staff.answer'), request.answer],
          [t('staff.closedBy'), request.closedBy],
          [t('staff.nextDay'), request.nextDay && <Day key="next" day={request.nextDay} />],
        ]}
      />
      {request.eraseAt && request.state === 'ERASING' && (
        <Note kind="info">
          {t('states.ERASING')}: <Instant at={request.eraseAt} />
        </Note>
      )}
      {kind === 'ERASURE' && <Loaded from={details}>{(found) => <Erasure details={found} />}</Loaded>}
      {request.state === 'OPEN' && <Answering request={request} />}
    </div>
  )
}

function Erasure({ details: { plan, report } }: { details: Details }) {
  const t = useTexts('rights')
  return (
    <>
      {plan && !report && (
        <section className="stack-sm">
          <h3>{t('staff.plan')}</h3>
          {plan.running.length > 0 && (
            <p className="sm">
              {t('own.running', { things: plan.running.map((thing) => t(`running.${thing}`)).join(', ') })}
            </p>
          )}
          <PlannedClasses classes={plan.classes} withTables />
        </section>
      )}
      {report && <Report report={report} />}
    </>
  )
}

function Report({ report }: { report: NonNullable<Details['report']> }) {
  const t = useTexts('rights')
  return (
    <section className="stack-sm">
      <h3>{t('staff.report')}</h3>
      <p className="sm">
        <Instant at={report.at} /> · {t('staff.searched', { count: report.searched, files: report.files })}
      </p>
      {report.searchedFiles && (
        <p className="sm">
          {report.searchedFiles.textless === undefined
            ? t('staff.searchedFiles', report.searchedFiles)
            : t('staff.searchedAllFiles', { ...report.searchedFiles, textless: report.searchedFiles.textless })}
        </p>
      )}
      {report.found.length === 0 ? (
        <p className="sm">{t('staff.nothingFound')}</p>
      ) : (
        <ul className={styles.list}>
          {report.found.map(({ table, column, rows, class: name, keptAs }) => (
            <li key={`${table}.${column}`} className="sm">
              {keptAs
                ? t('staff.foundAs', { place: `${table}.${column}`, count: rows, why: t(`retention.kept.${keptAs}`) })
                : t(name ? 'staff.foundKept' : 'staff.foundLoose', { place: `${table}.${column}`, count: rows })}
            </li>
          ))}
        </ul>
      )}
      <PlannedClasses classes={report.classes} withTables />
    </section>
  )
}

/** The answers that the staff may give; to their own request they give none. */
function Answering({ request }: { request: StaffRequestView }) {
  const t = useTexts('rights')
  if (request.isOwn) return <Note kind="info">{t('staff.ownNote')}</Note>
  if (request.proposalId)
    return (
      <Note kind="info">
        {t('staff.waitsSecond')}{' '}
        <a href={pageUrl('adminProposals', {}, { open: request.proposalId })}>{t('staff.openProposal')}</a>
      </Note>
    )
  return (
    <>
      {request.kind === 'ERASURE' ? <Proposing request={request} /> : <Answer request={request} grants />}
      <details>
        <summary>{t('staff.refuse')}</summary>
        <Answer request={request} grants={false} />
      </details>
      {request.mayExtend && (
        <details>
          <summary>{t('staff.extend')}</summary>
          <Extending request={request} />
        </details>
      )}
    </>
  )
}

function Proposing({ request: { requestId: id, version } }: { request: StaffRequestView }) {
  const t = useTexts('rights')
  return (
    <Form
      endpoint={rights.erase}
      params={{ id }}
      also={{ version }}
      submit={t('staff.erase')}
      refresh={refresh}
      onDone={() => showDone(t('staff.proposed'))}
    >
      <Field name="why" kind="textarea" label={t('staff.eraseWhy')} />
    </Form>
  )
}

function Answer({ request: { requestId: id, version }, grants }: { request: StaffRequestView; grants: boolean }) {
  const t = useTexts('rights')
  return (
    <Form
      endpoint={rights.answer}
      params={{ id }}
      also={{ version, grants }}
      submit={t(grants ? 'staff.grant' : 'staff.refuse')}
      plain={!grants}
      refresh={refresh}
      onDone={() => showDone(t('staff.answered'))}
    >
      <Field
        name="answer"
        kind="textarea"
        label={t(grants ? 'staff.answer' : 'staff.refuseReason')}
        hint={t(grants ? 'staff.answerHint' : 'staff.refuseHint')}
      />
    </Form>
  )
}

function Extending({ request: { requestId: id, version } }: { request: StaffRequestView }) {
  const t = useTexts('rights')
  return (
    <Form
      endpoint={rights.extend}
      params={{ id }}
      also={{ version }}
      submit={t('staff.extend')}
      plain
      refresh={refresh}
      onDone={() => showDone(t('staff.extended'))}
    >
      <Field name="reason" kind="textarea" label={t('staff.extendReason')} />
    </Form>
  )
}
