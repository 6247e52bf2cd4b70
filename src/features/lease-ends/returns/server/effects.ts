import { employerReceivers, notify } from '#features/ground/notifications/server/notify.ts'
import { clearEnd, closeEnding, setBikePlace, setEnd, setReady } from '#features/leases/agreements/server/endings.ts'
import { storeLink } from '#features/orders/orders/server/store/store-key.ts'
import { writePayer } from '#features/payroll/reporting/server/payers.ts'
import type { ReturnFact } from '#features/story/lease-story/facts.ts'
import { headBeside } from '#features/story/lease-story/server/head.ts'
import { pageUrl } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import { sendMail } from '#platform/server/messages/messages.ts'
import type { Effect } from '#platform/server/process/take-step.ts'
import {
  addDays,
  firstOfMonth,
  helsinkiDay,
  lastOfMonth,
  type Month,
  monthOf,
  nextMonth,
} from '#platform/values/days.ts'
import { isFeeOnOthersWord, OBJECTION_DAYS } from '../rules/terms.ts'
import type { ReturnEffect, ReturnStep, ReturnWords } from '../rules/words.ts'
import type { ReturnState } from '../rules.ts'
import { billReturn } from './bill.ts'
import { headOf, messageValues, type StepExtra } from './messages.ts'
import { keepReceipt } from './receipt.ts'
import { feeOf, type ReturnColumns, type ReturnRecord } from './record.ts'

type Run = Effect<ReturnWords, ReturnRecord, ReturnColumns, StepExtra>
type Context = Parameters<Run>[0]

const endingOf = (row: ReturnRecord) => ({
  endingId: row.id,
  companyId: row.company_id,
  agreementId: row.agreement_id,
})

/** The lease will end as returned at a month's end, once the bicycle has come. */
async function setTheEnd({ db, services, row }: Context, month: Month) {
  await setEnd(db, services, { ...endingOf(row), endsOn: lastOfMonth(firstOfMonth(month)), endsAs: 'RETURNED' })
  await setReady(db, services, { endingId: row.id, isReady: false })
  return { end_month: month }
}

const linkOfStore = (db: Db, services: Services, row: ReturnRecord) =>
  storeLink(db, services, { agreementId: row.agreement_id }, row.bike_store_id!, {
    purpose: 'return',
    subjectId: row.id,
  })

const mailStore: Run = async ({ db, services, row }) => {
  if (row.store_email === null) return
  await sendMail(db, services, {
    to: row.store_email,
    language: row.store_language,
    template: 'returns:mail.store',
    link: await linkOfStore(db, services, row),
    companyId: row.company_id,
    values: { ...messageValues(services, row, row.store_language), name: row.first_name },
  })
}

/** A store that awaited the bicycle hears that it does not come. */
export async function tellStore({ db, services, row }: Pick<Context, 'db' | 'services' | 'row'>): Promise<void> {
  if (row.step !== 'APPROVED' || row.store_email === null) return
  await sendMail(db, services, {
    to: row.store_email,
    language: row.store_language,
    template: 'returns:mail.storeCancelled',
    link: await linkOfStore(db, services, row),
    companyId: row.company_id,
    values: { ...messageValues(services, row, row.store_language), name: row.first_name },
  })
}

/**
 * The bicycle has come; no benefit runs in the months of the lease that are left. One that came in time and is entered
 * late ends the lease in the month that was agreed.
 */
const bikeIn: Run = async (context) => {
  const { db, services, row } = context
  await setBikePlace(db, services, { agreementId: row.agreement_id, bikeAt: 'STORE' })
  if (row.lease_state !== 'ACTIVE') return
  const received = monthOf(row.received_day!)
  const wanted = [row.asked_month ?? row.end_month, received].toSorted().at(-1)!
  const endMonth = [wanted, row.end_month].toSorted()[0]!
  if (endMonth < row.end_month) await setTheEnd(context, endMonth)
  if (received < endMonth)
    await writePayer(db, services, {
      agreementId: row.agreement_id,
      companyId: row.company_id,
      fromMonth: nextMonth(received),
      payer: 'RETURNED',
      by: null,
    })
  return { end_month: endMonth }
}

const keepDamages: Run = async ({ db, services, row, input }) => {
  await db
    .deleteFrom('bike_return_damages')
    .where('return_id', '=', row.id)
    .where('company_id', '=', row.company_id)
    .execute()
  const damages = input.extra?.damages ?? []
  const now = services.env.now()
  if (damages.length > 0)
    await db
      .insertInto('bike_return_damages')
      .values(
        damages.map(({ description, amountCents }, position) => ({
          id: services.env.id(),
          company_id: row.company_id,
          return_id: row.id,
          position,
          description,
          amount_cents: amountCents,
          created_at: now,
        })),
      )
      .execute()
  if (row.objection_until !== null) return
  return { objection_until: addDays(helsinkiDay(now), OBJECTION_DAYS) }
}

/** Which text tells of a step: a lease whose term is over neither goes on nor ends any more. */
function wordsFor(row: ReturnRecord, step: ReturnStep | undefined, to: ReturnState): string {
  if (step === 'approve' && isFeeOnOthersWord(feeOf(row))) return 'APPROVED_ON_WORD'
  if (step === 'postpone') return 'POSTPONED'
  if (step === 'chooseStore') return 'STORE_CHOSEN'
  if (step === 'lapse') return 'LAPSED'
  const { reason } = row
  if (reason === 'TERM_OVER' && step === 'takeBack') return 'TAKEN_BACK'
  if (reason === 'TERM_OVER' && to === 'CANCELLED') return 'LAPSED'
  return to
}

function templateOf(who: 'notice' | 'employerNotice', to: ReturnState, what: string): string {
  if (who === 'notice') return `returns:notice.became.${what}`
  if (what === 'INSPECTED') return 'returns:employerNotice.payerMoved'
  return to === 'APPROVED' && what !== 'POSTPONED'
    ? 'returns:employerNotice.bring'
    : `returns:employerNotice.became.${what}`
}

/** What leaves the return open: its mail's subject is the head of the lease. Others tell of an event. */
const headed: ReadonlySet<string> = new Set(['APPROVED', 'APPROVED_ON_WORD', 'STORE_CHOSEN', 'RECEIVED'])

/** What the story of the lease says of the return once the step has been written. */
const factOf = (told: ReturnRecord, step: Exclude<ReturnState, 'CANCELLED'>): ReturnFact => ({
  id: told.id,
  step,
  endMonth: told.end_month,
  isFromEmployer: told.from_employer,
  storeName: told.store_name,
  receivedDay: told.received_day,
  objectionUntil: told.objection_until,
  hasMatter: told.damages.length > 0,
  isObjected: told.objection !== null,
  isAnswered: told.objection_answer !== null,
})

async function tell({ db, services, row, to, changes, input }: Context, who: 'notice' | 'employerNotice') {
  const isEmployer = who === 'employerNotice'
  const recipients = isEmployer ? await employerReceivers(db, row.company_id, 'return:read') : [row.owner_id]
  const damages = input.extra?.damages ? { damages: [...input.extra.damages] } : {}
  const told = { ...row, ...changes, ...damages } as ReturnRecord
  const what = wordsFor(told, input.step, to)
  await notify(
    db,
    services,
    recipients.filter((id) => id !== input.actor.userId),
    {
      type: 'ORDER_STATUS_CHANGE',
      template: templateOf(who, to, what),
      link: isEmployer ? pageUrl('employerReturns', {}, { open: row.id }) : pageUrl('myBike'),
      companyId: row.company_id,
      mail: true,
      head: headed.has(what)
        ? await headOf(db, services, told, {
            isOwn: !isEmployer,
            becomes: () => (to === 'CANCELLED' ? {} : { return: factOf(told, to) }),
          })
        : await headBeside(db, services, {
            agreementId: row.agreement_id,
            isOwn: !isEmployer,
            kind: 'RETURN',
            becomes: () => ({ return: to === 'CANCELLED' ? null : factOf(told, to) }),
          }),
      values: messageValues(services, told, isEmployer ? row.company_language : row.person_language, input.reason),
    },
  )
}

/** What a step does besides moving the state: one for each name that the table uses, and none besides. */
export const effects = {
  SET_END: async (context) => {
    const { row, services } = context
    // Approved after the month that was asked for: the first that is left.
    const month = [row.end_month, monthOf(helsinkiDay(services.env.now()))].toSorted().at(-1)!
    return { ...(await setTheEnd(context, month)), asked_month: month }
  },
  NEXT_MONTH: async (context) => setTheEnd(context, nextMonth(context.row.end_month)),
  MARK_READY: async ({ db, services, row }) => setReady(db, services, { endingId: row.id, isReady: true }),
  CLEAR_END: async ({ db, services, row, input }) => {
    await clearEnd(db, services, row.id)
    return { closed_reason: input.reason ?? null }
  },
  CLOSE: async ({ db, services, row }) => closeEnding(db, services, row.id),
  MAIL_STORE: mailStore,
  TELL_STORE: tellStore,
  BIKE_IN: bikeIn,
  KEEP_DAMAGES: keepDamages,
  BILL: async ({ db, services, row, input }) => {
    const doneDay = helsinkiDay(services.env.now())
    const bills = await billReturn(db, services, row, input.actor)
    return { ...bills, done_day: doneDay, receipt_file_id: await keepReceipt(db, services, row, doneDay) }
  },
  BIKE_GONE: async ({ db, services, row }) =>
    setBikePlace(db, services, { agreementId: row.agreement_id, bikeAt: row.bike_at ?? 'STORE' }),
  TELL_PERSON: async (context) => tell(context, 'notice'),
  // Whoever has the bicycle brings it.
  TELL_BRINGER: async (context) => tell(context, context.row.from_employer ? 'employerNotice' : 'notice'),
  TELL_NEW_PAYER: async (context) => {
    if (context.input.extra?.hasNewPayer) await tell(context, 'employerNotice')
  },
  TELL_EMPLOYER: async (context) => tell(context, 'employerNotice'),
} satisfies Record<ReturnEffect, Run>
