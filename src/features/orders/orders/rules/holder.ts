import type { OrderStatus } from '../rules.ts'
import type { WaitedFor } from './waited-for.ts'

/** What a screen calls each party by its colour. */
export const holders = {
  EMPLOYEE: 'employee',
  EMPLOYER: 'employer',
  STORE: 'store',
  STAFF: 'staff',
  LESSOR: 'lessor',
} as const satisfies Record<WaitedFor, string>

/** Who holds an order: the first who is awaited, or that it runs, is in trouble or waits for nobody. */
export function holderOf({
  orderStatus,
  waitingFor,
}: {
  readonly orderStatus: OrderStatus
  readonly waitingFor: readonly WaitedFor[]
}) {
  if (orderStatus === 'ACTIVE_LEASING') return 'running'
  if (orderStatus === 'CASE_X' || orderStatus === 'CANCELLED') return 'trouble'
  const [first] = waitingFor
  return first ? holders[first] : 'none'
}
