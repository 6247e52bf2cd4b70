import { sql } from 'kysely'
import type { TurnPlace } from '#features/ground/reminders/server/escalate.ts'
import type { OpenTurn } from '#features/ground/reminders/server/remind.ts'
import { pages, pageUrl } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import { linkOf } from '../links.ts'
import { type TaskAction, taskActions, taskKinds } from '../rules.ts'
import { turnSources } from './sources.ts'

/** The registers of the staff that open a subject whose party has pages of its own. */
const registers: Readonly<Record<string, string>> = {
  redemption: pages.adminRedemptions,
  return: pages.adminReturns,
  brokerage: pages.adminBrokerage,
  'insurance-claim': pages.adminClaims,
  'order-cancellation': pages.adminCancellations,
  'absence-plan': pages.adminAbsences,
  'company-exit': pages.adminCompanyExits,
}

interface About {
  readonly opens: string
  readonly about: string | null
  readonly orderId: string | null
  readonly orderNumber: string | null
}

function pageOf(turn: OpenTurn, action: TaskAction | undefined, about: About | undefined): string {
  const register = registers[turn.process]
  if (register) return `${register}?open=${turn.subject_id}`
  if (turn.process === 'order') return pageUrl('adminOrder', { orderId: turn.subject_id })
  if (!action) return pages.adminTasks
  const id = about?.opens ?? turn.subject_id
  const { company_id: companyId, detail: month } = turn
  return linkOf({ action, id, companyId, orderId: about?.orderId ?? null, month }, { isStaff: true })
}

/** What a turn is called, whom or what it is about, and where the staff see it. */
export async function placeOfTurn(db: Db, turn: OpenTurn): Promise<TurnPlace> {
  const { process, awaited } = turn
  const action = taskActions.find((one) => taskKinds[one].turns.includes(`${process}:${turn.action}:${awaited}`))
  const source = turnSources.find((one) => one.process === process)!
  const { rows } = await sql<About>`select * from (${source.about(sql`${[turn.subject_id]}::uuid[]`)}) a`.execute(db)
  const [about] = rows
  return {
    what: { text: action ? `tasks:does.${action}` : `reminders:awaited.${awaited}`, values: {} },
    about: [turn.detail ?? about?.about, about?.orderNumber].filter(Boolean).join(', ') || '–',
    link: pageOf(turn, action, about),
  }
}
