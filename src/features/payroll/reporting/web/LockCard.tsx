import { IconAlertTriangle, IconCheck, IconLock, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { reporting } from '#features/payroll/reporting/contract.ts'
import { blockingChecks } from '#features/payroll/reporting/rules/payroll-checks.ts'
import { type ApiError, refreshReads, useApiAction } from '#platform/web/api/api.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Checkbox } from '#platform/web/controls/Checkbox.tsx'
import { AskFirst } from '#platform/web/dialogs/AskFirst.tsx'
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { useAddressState } from '#platform/web/router/address-state.ts'
import { showDone, showFailure } from '#platform/web/shell/toasts.ts'
import { type Texts, useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import { Collections } from './Collections.tsx'
import styles from './CompanyReport.module.css'
import type { Sheet } from './CompanyReport.tsx'
import { Downloads } from './Downloads.tsx'
import { LockRun, useLockRun } from './LockRun.tsx'
import { monthName } from './month-name.ts'

type Check = Sheet['checks'][number]

function checkText(check: Check, t: Texts): string {
  const listed = check.names.join(', ')
  const names = check.count > check.names.length ? t('check.more', { names: listed, count: check.count }) : listed
  return t(`check.${check.code}`, { names })
}

function Checks({ checks }: { checks: readonly Check[] }) {
  const t = useTexts('reporting')
  const good = [
    { code: 'NO_EMPLOYEE_NUMBER', text: 'check.numbersOk' },
    { code: 'NO_COST_UNIT', text: 'check.costUnitsOk' },
  ].filter(({ code }) => !checks.some((check) => check.code === code))
  return (
    <ul className={styles.checks}>
      {good.map(({ code, text }) => (
        <li key={code}>
          <IconCheck className={styles.ok} size={18} aria-hidden="true" />
          {t(text)}
        </li>
      ))}
      {checks.map((check) => (
        <li key={check.code}>
          <IconAlertTriangle className={styles.warn} size={18} aria-hidden="true" />
          {checkText(check, t)}
        </li>
      ))}
    </ul>
  )
}

/** What to look at before locking, and the lock. */
export function LockCard({ sheet }: { sheet: Sheet }) {
  const t = useTexts('reporting')
  const { checks, payrollMonth, company, recipients } = sheet
  const may = useMay()
  const mayLock = may('payroll-report:lock') && payrollMonth.mayBeLocked
  const maySend = may('payroll-report:send')
  const run = useLockRun(company.companyId, payrollMonth.month, mayLock)
  if (payrollMonth.rowCount === 0 && !payrollMonth.mayBeLocked) return null
  if (run) return <LockRun run={run} month={payrollMonth.month} />
  const heading =
    checks.length > 0
      ? t(mayLock ? 'check.some' : 'check.someToSee', { count: checks.length })
      : t(mayLock ? 'check.none' : 'check.noneToSee')
  return (
    <section className={styles.card} aria-labelledby="tarkistukset">
      <div>
        <StatusPill holder="employee" percent={60}>
          {t('state.PREVIEW')}
        </StatusPill>
        <h2 id="tarkistukset">{heading}</h2>
        <Checks checks={checks} />
        <Collections sheet={sheet} />
      </div>
      <div className={styles.actions}>
        {mayLock && <Lock sheet={sheet} />}
        <Downloads companyId={company.companyId} month={payrollMonth.month} />
        {maySend && recipients > 0 && (
          <TestSend companyId={company.companyId} month={payrollMonth.month} recipients={recipients} />
        )}
        {mayLock && <p className="sm t2">{t('lock.note', { count: recipients })}</p>}
      </div>
    </section>
  )
}

/** Shows the recipients how the link will come, before there is anything to come. */
function TestSend({ companyId, month, recipients }: { companyId: string; month: string; recipients: number }) {
  const t = useTexts('reporting')
  const send = useApiAction(reporting.testSend, {
    onSuccess: (sent) => showDone(t('testSend.done', { count: sent.recipients })),
  })
  return (
    <AskFirst
      act={t('testSend.act')}
      text={t('testSend.ask', { count: recipients })}
      reach={{ to: t('testSend.to'), count: recipients }}
      look={{ leftSection: <IconSend size={16} stroke={1.75} aria-hidden="true" /> }}
      run={() => send.mutateAsync({ params: { companyId, month } })}
    />
  )
}

/** Locks the month as it was seen; when it has changed meanwhile, it is read again. */
function useLock({ company, payrollMonth, previewHash }: Sheet, close: () => void) {
  const t = useTexts('reporting')
  const language = useLanguage()
  const lock = useApiAction(reporting.lock, {
    refresh: [reporting.months, reporting.rows, reporting.group],
    handles: ['VERSION_CONFLICT', 'PAYROLL_MONTH_LOCKED'],
    onError: (error: ApiError) => {
      close()
      if (error.code === 'VERSION_CONFLICT') showFailure(t('lock.changed'), t('lock.changedText'))
      if (error.code === 'PAYROLL_MONTH_LOCKED') showFailure(t('lock.already'))
      void refreshReads([reporting.months, reporting.rows])
    },
    onSuccess: (reply) => {
      close()
      // A large month is locked in the background; the card then says how far it has come.
      if ('run' in reply) return refreshReads([reporting.lockRun])
      const month = monthName(payrollMonth.month, language, { capital: true })
      showDone(t('lock.done', { month }), { text: t('lock.doneText', { count: reply.recipients }) })
    },
  })
  const confirm = (isProvisional: boolean) =>
    lock.mutate({
      params: { companyId: company.companyId, month: payrollMonth.month },
      body: {
        previewHash,
        rowCount: payrollMonth.rowCount,
        ...(isProvisional ? { acknowledged: [...blockingChecks] } : {}),
      },
    })
  return { confirm, isPending: lock.isPending }
}

function Lock({ sheet }: { sheet: Sheet }) {
  const t = useTexts('reporting')
  const language = useLanguage()
  const [asking, setAsking] = useState(false)
  const [isProvisional, setProvisional] = useState(false)
  const { company, payrollMonth } = sheet
  const month = monthName(payrollMonth.month, language)
  const [, setAddress] = useAddressState()
  const lock = useLock(sheet, () => setAsking(false))
  const ask = () => {
    // The month stays on screen once it is locked and no longer the open one.
    setAddress({ month: payrollMonth.month }, true)
    setAsking(true)
  }
  const blocking = sheet.checks.filter(({ isBlocking }) => isBlocking)
  const mustAnswer = blocking.some(({ code }) => code === 'COLLECTION_OPEN')
  return (
    <>
      <PrimaryButton size="lg" leftSection={<IconLock size={20} aria-hidden="true" />} onClick={ask}>
        {t('lock.act', { month })}
      </PrimaryButton>
      <ConfirmDialog
        opened={asking}
        close={() => setAsking(false)}
        title={t('lock.title', { month, company: company.companyName })}
        confirm={t('lock.act', { month })}
        onConfirm={() => lock.confirm(isProvisional)}
        busy={lock.isPending}
        disabled={mustAnswer || (blocking.length > 0 && !isProvisional)}
      >
        {blocking.map((check) => (
          <p key={check.code}>{checkText(check, t)}</p>
        ))}
        {blocking.length > 0 && !mustAnswer && (
          <Checkbox
            label={t('lock.provisional')}
            checked={isProvisional}
            onChange={({ currentTarget }) => setProvisional(currentTarget.checked)}
          />
        )}
        <p>{t('lock.text', { count: payrollMonth.rowCount })}</p>
        <p>{t('lock.note', { count: sheet.recipients })}</p>
      </ConfirmDialog>
    </>
  )
}
