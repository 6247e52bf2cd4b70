import type { ReactNode } from 'react'
import { type Answer, fileUrl, isApiError, useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { Contact } from '#platform/web/parts/Contact.tsx'
import { LinkProblem } from '#platform/web/parts/LinkProblem.tsx'
import { PartTitle } from '#platform/web/parts/PartTitle.tsx'
import { isToken, useLinkToken } from '#platform/web/router/use-link-token.ts'
import { Day, Instant, Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { lessorHome } from '../contract.ts'
import styles from './Lessor.module.css'

type Home = Answer<typeof lessorHome.get>

/** /rahoittaja/{token}: the one page of a lessor. */
export function LessorPage() {
  const token = useLinkToken('/rahoittaja')
  const found = useApi(lessorHome.get, { params: { token }, enabled: isToken(token) })
  if (!isToken(token) || isApiError(found.error, 'TOKEN_NOT_VALID', 'NOT_FOUND')) return <LinkProblem />
  return <Loaded from={found}>{(home) => <Page home={home} token={token} />}</Loaded>
}

/** What we wait for: a difference is always told by its kind. */
function AwaitedThing({ one: { kind, difference, agreementNumber: agreement } }: { one: Home['awaited'][number] }) {
  const t = useTexts('lessor')
  if (difference) return t(`awaited.differences.${difference}`, { agreement })
  return kind === 'DIFFERENCE' ? null : t(`awaited.kinds.${kind}`, { agreement })
}

function Page({ home, token }: { home: Home; token: string }) {
  const t = useTexts('lessor')
  const count = home.awaited.length + home.owes.length
  return (
    <div className="stack-lg">
      <PartTitle store={home.lessorName} title={count > 0 ? t('title', { count }) : t('titleNone')} isFirst />
      <Rows title={t('awaited.title')} empty={t('awaited.empty')}>
        {home.awaited.map((one) => (
          <li key={`${one.kind} ${one.difference} ${one.agreementNumber}`}>
            <b>
              <AwaitedThing one={one} />
            </b>
            <span className="t2">
              {t(one.dueDay ? 'awaited.by' : 'awaited.since')}{' '}
              {one.dueDay ? <Day day={one.dueDay} /> : <Instant at={one.since} dayOnly />}
            </span>
          </li>
        ))}
      </Rows>
      <Bills title={t('owes.title')} empty={t('owes.empty')} bills={home.owes} token={token} />
      <Bills title={t('isOwed.title')} empty={t('isOwed.empty')} bills={home.isOwed} token={token} />
      <Files files={home.files} token={token} />
      <Agreements home={home} />
      <Contact />
    </div>
  )
}

function Rows({ title, empty, children }: { title: string; empty: string; children: readonly ReactNode[] }) {
  return (
    <section className="stack-sm">
      <h2>{title}</h2>
      {children.length > 0 ? <ul className={styles.rows}>{children}</ul> : <p className="t2">{empty}</p>}
    </section>
  )
}

function Bills({ title, empty, bills, token }: { title: string; empty: string; bills: Home['owes']; token: string }) {
  const t = useTexts('lessor')
  return (
    <Rows title={title} empty={empty}>
      {bills.map((bill) => (
        <li key={bill.invoiceId}>
          <b>
            {bill.hasFile ? (
              <a href={fileUrl(lessorHome.invoice, { token, id: bill.invoiceId })}>
                {t('bill.number', { number: bill.number ?? '' })}
              </a>
            ) : (
              t('bill.number', { number: bill.number ?? '' })
            )}
          </b>
          <b className={styles.sum}>
            <Money euros={bill.open} />
          </b>
          <span className="t2">
            {bill.agreementNumber && <span>{`${t('bill.agreement', { number: bill.agreementNumber })}, `}</span>}
            <span>{t('bill.due')}</span> <Day day={bill.dueDay} />
          </span>
        </li>
      ))}
    </Rows>
  )
}

function Files({ files, token }: { files: Home['files']; token: string }) {
  const t = useTexts('lessor')
  return (
    <Rows title={t('files.title')} empty={t('files.empty')}>
      {files.map((file) => (
        <li key={file.lessorFileId}>
          <b>
            <a href={fileUrl(lessorHome.file, { token, id: file.lessorFileId })}>{file.name}</a>
          </b>
          <span className="t2">
            {t(`files.kinds.${file.kind}`)}, <Instant at={file.createdAt} dayOnly />,{' '}
            {t('files.rows', { count: file.rows })}
            {file.unanswered ? `, ${t('files.unanswered', { count: file.unanswered })}` : ''}
          </span>
        </li>
      ))}
    </Rows>
  )
}

function Agreements({ home: { agreements, agreementsTotal } }: { home: Home }) {
  const t = useTexts('lessor')
  return (
    <>
      <Rows title={t('agreements.title', { count: agreementsTotal })} empty={t('agreements.empty')}>
        {agreements.map((one) => (
          <li key={one.leasingAgreementId}>
            <b>{[one.agreementNumber, one.bike].filter(Boolean).join(', ')}</b>
            <span className={styles.sum}>
              <Money euros={one.instalment} />
            </span>
            <span className="t2">
              <span>{`${one.companyName}, ${t(`agreements.states.${one.leaseState}`)}`}</span>
              {one.startDay && (
                <span>
                  {', '}
                  <Day day={one.startDay} />–<Day day={one.endDay} />
                </span>
              )}
            </span>
          </li>
        ))}
      </Rows>
      {agreementsTotal > agreements.length && (
        <p className="sm t2">{t('agreements.more', { count: agreements.length })}</p>
      )}
    </>
  )
}
