import { employerReceivers, notify } from '#features/ground/notifications/server/notify.ts'
import { headBeside } from '#features/story/lease-story/server/head.ts'
import { pages } from '#platform/contract/pages.ts'
import type { Effect } from '#platform/server/process/take-step.ts'
import { addDays, compareDays, helsinkiDay } from '#platform/values/days.ts'
import type { BrokerageEffect, BrokerageWords } from '../rules/words.ts'
import { LISTED_DAYS, RESERVED_DAYS } from '../rules.ts'
import { employerLink, linkOf, messageValues } from './messages.ts'
import type { BrokerageColumns, BrokerageRecord } from './record.ts'
import { billBuyer, markSold } from './sale.ts'
import { beginTransfer, dropTransfer, moveLease, prepareTransfer, redraftTransfer } from './transfer.ts'

/** What the command of a step brings along. */
export interface StepExtra {
  readonly taker?: { readonly companyId: string; readonly employeeId: string }
}

type Run = Effect<BrokerageWords, BrokerageRecord, BrokerageColumns, StepExtra>

/** Where the giver's lease stands once the step has been written; the other side has a lease of its own. */
const headAfter = (
  { db, services, row, to }: Pick<Parameters<Run>[0], 'db' | 'services' | 'row' | 'to'>,
  { isOwn }: { isOwn: boolean },
) =>
  headBeside(db, services, {
    agreementId: row.agreement_id,
    isOwn,
    kind: 'TRANSFER',
    becomes: ({ transfer }) => ({
      transfer: transfer && to !== 'WITHDRAWN' && to !== 'EXPIRED' ? { ...transfer, step: to } : null,
    }),
  })

/** Tells one side of a step that somebody else has taken. */
const tell =
  (who: 'seller' | 'taker'): Run =>
  async ({ db, services, row, step, to, input }) => {
    const userId = who === 'seller' ? row.owner_id : row.taker_user_id
    if (userId === null || userId === input.actor.userId) return
    await notify(db, services, [userId], {
      type: 'ORDER_STATUS_CHANGE',
      template: `brokerage:notice.${who}.${step.name}`,
      // A step that ends the reservation ends the taker's page of it.
      link: who === 'taker' && step.effects.includes('RELEASE') ? pages.brokerage : linkOf(row),
      companyId: who === 'seller' ? row.company_id : row.taker_company_id,
      mail: true,
      head: who === 'seller' ? await headAfter({ db, services, row, to }, { isOwn: true }) : null,
      values: messageValues(row, input.reason),
    })
  }

/** Tells both employers how a transfer has ended, the one where a company outside the service buys. */
const tellEmployers: Run = async ({ db, services, row, step, to, input }) => {
  for (const companyId of new Set([row.company_id, row.taker_company_id ?? row.company_id]))
    await notify(
      db,
      services,
      (await employerReceivers(db, companyId, 'brokerage:read')).filter((id) => id !== input.actor.userId),
      {
        type: 'ORDER_STATUS_CHANGE',
        template: `brokerage:employerNotice.${step.name}`,
        link: employerLink(),
        companyId,
        mail: true,
        head: companyId === row.company_id ? await headAfter({ db, services, row, to }, { isOwn: false }) : null,
        values: messageValues(row, input.reason),
      },
    )
}

/** What a step does besides moving the state: one for each name that the table uses, and none besides. */
export const effects = {
  OFFER: async ({ services, row }) => {
    const until = addDays(helsinkiDay(services.env.now()), LISTED_DAYS)
    const isAfterLease = compareDays(until, row.lease_end_day) > 0
    return { listed_at: services.env.now(), expires_on: isAfterLease ? row.lease_end_day : until }
  },
  RESERVE: async ({ services, input }) => ({
    taker_company_id: input.extra!.taker!.companyId,
    taker_employee_id: input.extra!.taker!.employeeId,
    reserved_until: addDays(helsinkiDay(services.env.now()), RESERVED_DAYS),
  }),
  ASK: async ({ services }) => ({ reserved_until: addDays(helsinkiDay(services.env.now()), RESERVED_DAYS) }),
  RELEASE: async () => ({ taker_company_id: null, taker_employee_id: null, reserved_until: null }),
  OPEN_ENDING: async ({ db, services, row }) => beginTransfer(db, services, row),
  CLOSE_ENDING: async ({ db, services, row, step, input }) =>
    dropTransfer(db, services, row, { actor: input.actor, reason: input.reason ?? step.name }),
  REDRAFT: async ({ db, services, row }) => redraftTransfer(db, services, row),
  PREPARE: async ({ db, services, row }) => prepareTransfer(db, services, row),
  KEEP_GIVERS_YES: async ({ services }) => ({ giver_agreed_at: services.env.now() }),
  KEEP_TAKERS_YES: async ({ services }) => ({ taker_agreed_at: services.env.now() }),
  BILL_BUYER: async ({ db, services, row, input }) => billBuyer(db, services, row, input.actor),
  MARK_SOLD: async ({ db, services, row }) => markSold(db, services, row),
  MOVE_LEASE: async ({ db, services, row }) => moveLease(db, services, row),
  TELL_EMPLOYERS: tellEmployers,
  TELL_SELLER: tell('seller'),
  TELL_TAKER: tell('taker'),
} satisfies Record<BrokerageEffect, Run>
