/** Orders that put a new bicycle in the place of a lost one, within the same agreement. */
import { fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { drawNumber } from '#platform/server/database/numbers.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import { type Actor, logEvent } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { Mover } from '../../rules/transitions.ts'
import { moveOrder } from '../moves/move.ts'
import { lockOrder } from '../moves/record.ts'

interface NewReplacement {
  readonly companyId: string
  readonly employeeId: string
  readonly agreementId: string
  /** What the insurance releases for the bicycle. */
  readonly releasedCents: number
  readonly actor: Actor
}

/** Opens the order of a new bicycle in a running agreement; the person may choose at once. @returns its id */
export async function startReplacement(db: Db, services: Services, input: NewReplacement): Promise<string> {
  const { env } = services
  const id = env.id()
  await drawNumber(env, 'P', async (orderNumber) => {
    const inserted = await db
      .insertInto('orders')
      .values({
        id,
        company_id: input.companyId,
        beneficiary_employee_id: input.employeeId,
        agreement_id: input.agreementId,
        kind: 'REPLACEMENT',
        released_cents: input.releasedCents,
        status: 'PENDING',
        order_number: orderNumber,
        status_changed_at: env.now(),
        created_at: env.now(),
        updated_at: env.now(),
      })
      .onConflict((conflict) => conflict.column('order_number').doNothing())
      .returning('id')
      .executeTakeFirst()
    return inserted !== undefined
  })
  await logEvent(db, env, input.actor, 'ORDER_STATUS_UPDATED', {
    subject: { type: 'order', id },
    companyId: input.companyId,
    orderId: id,
    employeeId: input.employeeId,
    data: { from: null, to: 'PENDING', edge: 'O2', step: 'openPackage' },
  })
  return id
}

/** The claim's own table has judged who calls its new bicycle off: the staff, or nobody once the lease has ended. */
const moverOfClaim: Mover = { permissions: new Set(['order:cancel-early']), capacities: new Set(['STAFF']) }

/** Calls the order of a new bicycle off. */
export async function cancelReplacement(
  db: Db,
  services: Services,
  { orderId, actor, reason }: { orderId: string; actor: Actor; reason: string | null },
): Promise<void> {
  const record = (await lockOrder(db, scopeOfAll, orderId)) ?? fail('NOT_FOUND')
  await moveOrder(db, services, record, { to: 'CANCELLED', mover: moverOfClaim, actor, reason })
}
