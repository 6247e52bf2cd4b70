import { notify } from '#features/notifications/server/notify.ts'
import { pages } from '#platform/contract/pages.ts'
import type { Effect } from '#platform/server/process/take-step.ts'
import { addDays, compareDays, helsinkiDay } from '#platform/values/days.ts'
import type { BrokerageEffect, BrokerageWords } from '../rules/table.ts'
import { LISTED_DAYS, RESERVED_DAYS } from '../rules.ts'
import { linkOf, messageValues } from './messages.ts'
import type { BrokerageColumns, BrokerageRecord } from './record.ts'

/** What the command of a step brings along. */
export interface StepExtra {
  readonly taker?: { readonly companyId: string; readonly employeeId: string }
}

type Run = Effect<BrokerageWords, BrokerageRecord, BrokerageColumns, StepExtra>

/** Tells one side of a step that somebody else has taken. */
const tell =
  (who: 'seller' | 'taker'): Run =>
  async ({ db, services, row, step, input }) => {
    const userId = who === 'seller' ? row.owner_id : row.taker_user_id
    if (userId === null || userId === input.actor.userId) return
    await notify(db, services, [userId], {
      type: 'ORDER_STATUS_CHANGE',
      template: `brokerage:notice.${who}.${step.name}`,
      // What the taker hears of ends the reservation, and with it the page of it.
      link: who === 'taker' ? pages.brokerage : linkOf(row),
      companyId: who === 'seller' ? row.company_id : row.taker_company_id,
      mail: true,
      values: messageValues(row, input.reason),
    })
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
  RELEASE: async () => ({ taker_company_id: null, taker_employee_id: null, reserved_until: null }),
  TELL_SELLER: tell('seller'),
  TELL_TAKER: tell('taker'),
} satisfies Record<BrokerageEffect, Run>
