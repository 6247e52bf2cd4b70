import { type ReactNode, useState } from 'react'
import { type Answer, fileUrl, isApiError, useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { Contact } from '#platform/web/parts/Contact.tsx'
import { LinkProblem } from '#platform/web/parts/LinkProblem.tsx'
import { PartTitle } from '#platform/web/parts/PartTitle.tsx'
import { isToken, useLinkToken } from '#platform/web/router/use-link-token.ts'
import { Day, Instant, Money } from '#platform/web/table/Amounts.tsx'
import { PageTurner } from '#platform/web/table/PageTurner.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { type LessorList, lessorHome, PAGE_ROWS } from '../contract.ts'
import styles from './Lessor.module.css'

type Home = Answer<typeof lessorHome.get>
type Pages = Partial<Record<LessorList, number>>

interface Paged {
  home: Home
  pages: Pages
  turn: (kind: LessorList, page: number) => void
}

/** /rahoittaja/{token}: the one page of a lessor. */
export function LessorPage() {
  const token = useLinkToken('/rahoittaja')
  const [query, setQuery] = useState<Pages>({})
  const found = useApi(lessorHome.get, { params: { token }, query, enabled: isToken(token) })
  if (!isToken(token) || isApiError(found.error, 'TOKEN_NOT_VALID', 'NOT_FOUND')) return <LinkProblem />
  return (
    <Loaded from={found}>
      {(home) => (
        <Page home={home} token={token} pages={query} turn={(kind, page) => setQuery({ ...query, [kind]: page })} />
      )}
    </Loaded>
  )
}

/** What we wait for: a difference is always told by its kind. */
function AwaitedThing({ one: { kind, difference, agreementNumber: agreement } }: { one: Home['awaited'][number] }) {
  const t = useTexts('lessor')
  if (difference) return t(`awaited.differences.${difference}`, { agreement })
  return kind === 'DIFFERENCE' ? null : t(`awaited.kinds.${kind}`, { agreement })
}

function Page({ token, ...paged }: Paged & { token: string }) {
  const { home } = paged
  const t = useTexts('lessor')
  const count = home.totals.awaited + home.totals.owes
  return (
    <div className="stack-lg">
      <PartTitle store={home.lessorName} title={count > 0 ? t('title', { count }) : t('titleNone')} isFirst />
      <Rows title={t('awaited.title')} empty={t('awaited.empty')} kind="awaited" {...paged}>
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
      <Bills kind="owes" token={token} {...paged} />
      <Bills kind="isOwed" token={token} {...paged} />
      <Files token={token} {...paged} />
      <Agreements {...paged} />
      <Contact />
    </div>
  )
}

function Rows({
  title,
  empty,
  kind,
  home,
  pages,
  turn,
  children,
}: Paged & { title: string; empty: string; kind: LessorList; children: readonly ReactNode[] }) {
  const t = useTexts('lessor')
  const total = home.totals[kind]
  return (
    <section className="stack-sm">
      <h2>{total > 0 ? t('counted', { what: title, count: total }) : title}</h2>
      {children.length > 0 ? <ul className={styles.rows}>{children}</ul> : <p className="t2">{empty}</p>}
      <PageTurner
        label={title}
        page={pages[kind] ?? 1}
        size={PAGE_ROWS}
        total={total}
        turn={(page) => turn(kind, page)}
      />
    </section>
  )
}

function Bills({ kind, token, ...paged }: Paged & { kind: 'owes' | 'isOwed'; token: string }) {
  const t = useTexts('lessor')
  return (
    <Rows
      title={t(kind === 'owes' ? 'owes.title' : 'isOwed.title')}
      empty={t(kind === 'owes' ? 'owes.empty' : 'isOwed.empty')}
      kind={kind}
      {...paged}
    >
      {paged.home[kind].map((bill) => (
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

function Files({ token, ...paged }: Paged & { token: string }) {
  const t = useTexts('lessor')
  return (
    <Rows title={t('files.title')} empty={t('files.empty')} kind="files" {...paged}>
      {paged.home.files.map((file) => (
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

function Agreements(paged: Paged) {
  const t = useTexts('lessor')
  return (
    <Rows title={t('agreements.title')} empty={t('agreements.empty')} kind="agreements" {...paged}>
      {paged.home.agreements.map((one) => (
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
  )
}
