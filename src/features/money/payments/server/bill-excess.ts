import type { OrderRecord } from '#features/orders/orders/server/moves/record.ts'
import { nameOfBike } from '#features/pricing/leasing/rules/bike-name.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Actor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { billPerson } from './bill-person.ts'

/** Bills the employee for the part of an order's price that is over the limit; until it is paid the order stands (O8). */
export async function billExcess(
  db: Db,
  services: Services,
  { record, excessCents, actor }: { record: OrderRecord; excessCents: number; actor: Actor },
): Promise<void> {
  const { order, related } = record
  const bike = nameOfBike(order)
  await billPerson(db, services, {
    employeeId: order.beneficiary_employee_id,
    purpose: 'EXCESS',
    lines: [
      {
        description: services.texts.t(related.person_language, 'payments:excessLine', {
          bike,
          order: order.order_number,
        }),
        grossCents: excessCents,
      },
    ],
    orderId: order.id,
    agreementId: order.agreement_id,
    actor,
  })
}
