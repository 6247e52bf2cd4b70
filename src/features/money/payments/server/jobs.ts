import { sql } from 'kysely'
import type { InvoicePurpose } from '#features/money/invoices/rules.ts'
import { type BillingSettings, readBillingSettings } from '#features/money/invoices/server/billing-settings.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import { eachInTurn, inTurn, type Job } from '#platform/server/jobs/jobs.ts'
import { addDays, helsinkiDay } from '#platform/values/days.ts'
import { centsFromEuros } from '#platform/values/money.ts'
import { takeNews } from './online-payments.ts'
import { GIVE_UP_DAYS, GIVE_UP_PENDING_DAYS } from './open-attempt.ts'
import { askPayment } from './paytrail-client.ts'
import { billReminderFee } from './reminder-fee.ts'
import { billedAddress, type LateInvoice, reachesSomebody, tellOfLateness } from './reminder-recipients.ts'

const OLD_MINUTES = 10
/** After a week once a day what is pending is asked about: a little less than a day, so that a daily round leaves none out. */
const ASK_PENDING_AFTER_HOURS = 23
const dayMs = 86_400_000

/** Asks the payment service what became of attempts that are older than ten minutes, and of refunds that it was to pay later. */
export const askOldAttempts: Job = {
  name: 'ask-old-payments',
  cron: '*/10 * * * *',
  async run(services) {
    const { config, env, database, log } = services
    const { paytrail } = config
    if (!paytrail) return { asked: 0 }
    const ago = (days: number) => new Date(env.now().getTime() - days * dayMs)
    const old = await sql<{ id: string; transaction_id: string }>`
      (select id, transaction_id from paytrail_attempts where status in ('NEW', 'PENDING', 'DELAYED')
         and created_at < ${new Date(env.now().getTime() - OLD_MINUTES * 60_000)}
         and (created_at > ${ago(GIVE_UP_DAYS)}
           or (status <> 'NEW' and created_at > ${ago(GIVE_UP_PENDING_DAYS)} and updated_at < ${ago(ASK_PENDING_AFTER_HOURS / 24)}))
       order by created_at limit 500)
      union all (select id, transaction_id from paytrail_refunds where state = 'PENDING' order by created_at limit 500)`.execute(
      database.primary,
    )
    // Outside a transaction: the service may be slow, and no row waits for it.
    const { done } = await eachInTurn(services, old.rows, async ({ id, transaction_id }) => {
      const answer = await askPayment(paytrail, env, transaction_id).catch((error: unknown) => {
        log.warn({ attempt: id, err: error }, 'the payment service did not tell of a payment')
        return null
      })
      if (!answer) return false
      await database.transaction((db) =>
        takeNews(db, services, { ...answer, stamp: id, transactionId: transaction_id }),
      )
      return true
    })
    return { asked: done }
  },
}

interface Late extends LateInvoice {
  purpose: InvoicePurpose
  beneficiary_employee_id: string | null
  is_second: boolean
}

/**
 * Reminds of open invoices twice after their due day, on the days that the settings say; a dispute stops it. What reaches
 * nobody is not marked as reminded: it is a task of staff until somebody can be written to.
 */
export const remindOfInvoices: Job = {
  name: 'remind-of-invoices',
  cron: '0 9 * * *',
  async run(services) {
    const today = helsinkiDay(services.env.now())
    const settings = await readBillingSettings(services.database.primary)
    const { firstReminderDays: first, secondReminderDays: second } = settings
    const due = await sql<{ id: string }>`
      select i.id from invoices i where stage = 'SENT' and open_cents > 0 and direction = 'SALES' and party in ('PERSON', 'EMPLOYER') and disputed_at is null and ${reachesSomebody}
         and ((first_reminder_at is null and due_day <= ${addDays(today, -first)}) or (second_reminder_at is null and due_day <= ${addDays(today, -second)}))
       order by due_day, i.id`.execute(services.database.primary)
    const ids = due.rows.map((row) => row.id)
    const { done } = await inTurn(services, ids, (db, id) => remind(db, services, { id, settings }))
    return { reminded: done }
  },
}

/** Writes the reminder that is due, and both marks when the first was missed, so that nobody gets two at once. */
async function remind(
  db: Db,
  services: Services,
  { id, settings }: { id: string; settings: BillingSettings },
): Promise<boolean> {
  const { env } = services
  const now = env.now()
  const isSecond = addDays(helsinkiDay(now), -settings.secondReminderDays)
  const result = await sql<Late>`
    update invoices i set first_reminder_at = coalesce(i.first_reminder_at, ${now}), second_reminder_at = case when i.due_day <= ${isSecond} then ${now} else i.second_reminder_at end
     where i.id = ${id} and i.open_cents > 0 and i.disputed_at is null and ${reachesSomebody}
       and (i.first_reminder_at is null or (i.second_reminder_at is null and i.due_day <= ${isSecond}))
    returning i.id, i.company_id, i.party, i.number, i.due_day, i.open_cents, i.purpose, i.beneficiary_employee_id, i.agreement_id,
      coalesce(i.buyer ->> 'language', 'fi') as language, ${billedAddress} as address, i.second_reminder_at is not null and i.first_reminder_at < ${now} as is_second,
      (select e.user_id from beneficiary_employees e where e.id = i.beneficiary_employee_id) as user_id`.execute(db)
  const late = result.rows[0]
  if (!late) return false
  if (late.is_second) await billReminderFee(db, services, late, centsFromEuros(settings.reminderFee))
  await tellOfLateness(db, services, late)
  return true
}
