import { useState } from 'react'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { pages } from '#platform/contract/pages.ts'
import { firstOfMonth, formatDay, formatMonth, lastOfMonth } from '#platform/values/days.ts'
import { useApiAction } from '#platform/web/api/action.ts'
import { fileUrl, useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { AskFirst } from '#platform/web/dialogs/AskFirst.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { bookkeeping } from '../contract.ts'
import styles from './Books.module.css'
import { Checks } from './Compared.tsx'
import { VoucherFiles } from './VoucherFiles.tsx'

export type MonthDetails = ReplyOf<typeof bookkeeping.month>

const refresh = [bookkeeping.months, bookkeeping.month]

/** A month of the books: what is compared, its file, and the acts that close it, mark it as filed or open it again. */
export function MonthPanel({ month }: { month: string }) {
  const read = useApi(bookkeeping.month, { params: { month } })
  return <Loaded from={read}>{(details) => <Month details={details} />}</Loaded>
}

function Month({ details }: { details: MonthDetails }) {
  const t = useTexts('bookkeeping')
  const { month, state, bankDay, checks } = details
  const reasons = checks.filter(({ reason }) => reason)
  return (
    <div className="stack-lg">
      <section className="stack-md" aria-label={t('month.checks')}>
        <h2>{t('month.checks')}</h2>
        <Checks rows={checks} until={lastOfMonth(firstOfMonth(month))} />
        {bankDay && <p className="t2">{t('month.bankDay', { day: formatDay(bankDay) })}</p>}
        {state === 'OPEN' && !bankDay && <p className="t2">{t('month.noStatement')}</p>}
        <Facts rows={reasons.map(({ kind, reason }) => [t(`kinds.${kind}`), reason])} />
      </section>
      <Files month={month} />
      {state !== 'OPEN' && <VoucherFiles month={month} />}
      <Acts details={details} />
    </div>
  )
}

function Files({ month }: { month: string }) {
  const t = useTexts('bookkeeping')
  const from = firstOfMonth(month)
  const period = { from, to: lastOfMonth(from) }
  return (
    <div className={styles.actions}>
      <Link to={pages.adminBookkeeping} search={{ tab: 'vouchers', ...period }}>
        {t('month.vouchers')}
      </Link>
      {(['csv', 'xlsx'] as const).map((format) => (
        <Button
          key={format}
          component="a"
          href={fileUrl(bookkeeping.ledgerFile, undefined, { ...period, format })}
          download
        >
          {t(`export.${format}`)}
        </Button>
      ))}
    </div>
  )
}

function Acts({ details }: { details: MonthDetails }) {
  const t = useTexts('bookkeeping')
  const may = useMay()
  const { month, state, version, notYet, canOpen } = details
  const file = useApiAction(bookkeeping.file, { refresh, onSuccess: () => showDone(t('month.filed')) })
  if (!may('bookkeeping:close')) return null
  if (state === 'OPEN') return notYet ? <p className="t2">{t(`month.${notYet}`)}</p> : <Close details={details} />
  return (
    <div className={styles.actions}>
      {state === 'CLOSED' && (
        <AskFirst
          act={t('month.file')}
          title={t('month.fileTitle', { month: formatMonth(month) })}
          text={t('month.fileText')}
          run={() => file.mutateAsync({ params: { month }, body: { version } })}
        />
      )}
      {canOpen && <OpenAgain month={month} version={version} />}
    </div>
  )
}

function Close({ details }: { details: MonthDetails }) {
  const t = useTexts('bookkeeping')
  const [isOpen, setOpen] = useState(false)
  const { month, version, checks } = details
  const close = () => setOpen(false)
  const act = t('month.close', { month: formatMonth(month) })
  return (
    <div>
      <PrimaryButton onClick={() => setOpen(true)}>{act}</PrimaryButton>
      <Dialog opened={isOpen} close={close} title={act}>
        <Form
          endpoint={bookkeeping.close}
          params={{ month }}
          also={{ version }}
          submit={act}
          beside={<Button onClick={close}>{t('actions.cancel')}</Button>}
          refresh={refresh}
          onDone={() => {
            close()
            showDone(t('month.closed'))
          }}
        >
          <p className="t2">{t('month.closeText')}</p>
          {checks
            .filter(({ agrees }) => !agrees)
            .map(({ kind }) => (
              <Field
                key={kind}
                name={`reasons.${kind}`}
                kind="textarea"
                label={t('month.reasonOf', { check: t(`kinds.${kind}`) })}
                hint={t('month.reasonHint')}
                required
              />
            ))}
        </Form>
      </Dialog>
    </div>
  )
}

function OpenAgain({ month, version }: { month: string; version: number }) {
  const t = useTexts('bookkeeping')
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('month.open')}</Button>
      <Dialog opened={isOpen} close={close} title={t('month.open')}>
        <Form
          endpoint={bookkeeping.open}
          params={{ month }}
          also={{ version }}
          submit={t('month.open')}
          beside={<Button onClick={close}>{t('actions.cancel')}</Button>}
          refresh={refresh}
          onDone={() => {
            close()
            showDone(t('month.opened'))
          }}
        >
          <p className="t2">{t('month.openText')}</p>
          <Field name="reason" kind="textarea" label={t('month.openReason')} required />
        </Form>
      </Dialog>
    </>
  )
}
