import { useState } from 'react'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { pageUrl } from '#platform/contract/pages.ts'
import { formatMonth } from '#platform/values/days.ts'
import { centsFromEuros, formatEuros, sumCents } from '#platform/values/money.ts'
import { useApi, useApiAction } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { Button } from '#platform/web/controls/Button.tsx'
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx'
import { StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { TakenAndLeft } from '#platform/web/parts/TakenAndLeft.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Money } from '#platform/web/table/Amounts.tsx'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import { billing } from '../contract.ts'

type Run = ReplyOf<typeof billing.run>
type Item = Run['items'][number]

const nameOf = (item: Item) => [item.companyName, item.unitName].filter(Boolean).join(', ')
const isLeftOut = ({ status }: Item) => status === 'OVERRIDDEN'

/** How far a run has come. */
export function RunState({ run }: { run: Pick<Run, 'status'> }) {
  const t = useTexts('billing')
  return <StatusPill holder={run.status === 'DONE' ? 'running' : 'staff'}>{t(`statuses.${run.status}`)}</StatusPill>
}

/** What the run will credit of earlier months. */
function Credits({ credits }: { credits: Run['credits'] }) {
  const t = useTexts('billing')
  return (
    <section>
      <h3>{t('credits')}</h3>
      <ul className="sm">
        {credits.map((credit) => (
          <li key={credit.companyId}>
            {credit.companyName}: {t('rows', { count: credit.lines })}, <Money euros={credit.total} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Who is sent a bill of how much with the approval, and who is left out and why. */
function ApprovalPlan({ run }: { run: Run }) {
  const t = useTexts('billing')
  const taken = run.items.filter((item) => !isLeftOut(item))
  const total = formatEuros(sumCents(taken.map((item) => centsFromEuros(item.total))), useLanguage())
  return (
    <>
      <TakenAndLeft
        summary={t('approve.text', { count: taken.length, total })}
        taken={taken.map((item) => ({
          key: item.invoiceId,
          name: nameOf(item),
          about: t('rows', { count: item.lines }),
          euros: item.total,
        }))}
        leftTitle={t('approve.left')}
        left={run.items.filter(isLeftOut).map((item) => ({
          key: item.invoiceId,
          name: nameOf(item),
          reason: item.reason ?? '–',
        }))}
      />
      {run.credits.length > 0 && <Credits credits={run.credits} />}
    </>
  )
}

/** One run beside the list: who is billed how much, and its sending. */
export function RunPanel({ id }: { id: string }) {
  const t = useTexts('billing')
  const [asking, setAsking] = useState(false)
  const read = useApi(billing.run, { params: { id }, refetchIntervalMs: 5_000 })
  const approve = useApiAction(billing.approve, {
    refresh: [billing.runs, billing.run],
    onSuccess: () => {
      setAsking(false)
      showDone(t('approve.done'))
    },
  })
  return (
    <Loaded from={read}>
      {(run) => (
        <div className="stack-md">
          <p>
            <RunState run={run} />
          </p>
          {run.leasesOfOthers > 0 && <p className="t2">{t('others', { count: run.leasesOfOthers })}</p>}
          <ul className="sm">
            {run.items.map((item) => (
              <li key={item.invoiceId}>
                {nameOf(item)}
                {item.number && (
                  <span>
                    , <Link to={pageUrl('adminInvoices', {}, { open: item.invoiceId })}>{item.number}</Link>
                  </span>
                )}
                <span>: {t('rows', { count: item.lines })}, </span>
                <Money euros={item.total} />
                {isLeftOut(item) && <span> ({t('leftOut', { reason: item.reason ?? '–' })})</span>}
              </li>
            ))}
          </ul>
          {run.credits.length > 0 && <Credits credits={run.credits} />}
          {run.status === 'READY' && <Button onClick={() => setAsking(true)}>{t('approve.open')}</Button>}
          <ConfirmDialog
            opened={asking}
            close={() => setAsking(false)}
            title={t('approve.title', { month: formatMonth(run.month) })}
            confirm={t('approve.open')}
            busy={approve.isPending}
            onConfirm={() => approve.mutate({ params: { id }, body: { version: run.version } })}
          >
            <ApprovalPlan run={run} />
          </ConfirmDialog>
        </div>
      )}
    </Loaded>
  )
}
