import type { Cast, DriveClient } from '#features/demo/server/order-drive.ts'
import { returns } from '#features/returns/contract.ts'
import { helsinkiDay } from '#platform/values/days.ts'

/** How far the return of a running lease has come. */
export type WantedReturn = 'REQUESTED' | 'APPROVED' | 'INSPECTED' | 'CANCELLED'

/** Returns a leased bicycle: asked for, approved, inspected with damage that the person may object to, or called off. */
export async function seedReturn(client: DriveClient, cast: Cast, wanted: WantedReturn): Promise<void> {
  const { id, version } = await client.ok(returns.create, {
    as: cast.employee,
    body: { beneficiaryEmployeeId: cast.employeeId, reason: 'RESIGNED' },
  })
  const params = { id }
  if (wanted === 'REQUESTED') return
  if (wanted === 'CANCELLED') {
    await client.ok(returns.update, { as: cast.employee, params, body: { step: 'cancel', version } })
    return
  }
  const approved = await client.ok(returns.update, {
    as: cast.employer,
    params,
    body: { step: 'approve', version, payer: 'EMPLOYEE' },
  })
  if (wanted === 'APPROVED') return
  const as = cast.staff
  const received = await client.ok(returns.update, {
    as,
    params,
    body: { step: 'receive', version: approved.version, receivedDay: helsinkiDay(client.now()) },
  })
  await client.ok(returns.update, {
    as,
    params,
    body: {
      step: 'inspect',
      version: received.version,
      bikeAt: 'STORE',
      damages: [{ description: 'Takavanne on vääntynyt', amount: 85 }],
    },
  })
}
