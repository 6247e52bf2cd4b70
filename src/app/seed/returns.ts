import { returns } from '#features/lease-ends/returns/contract.ts'
import type { Cast, DriveClient } from '#features/operations/demo/server/order-drive.ts'
import { helsinkiDay } from '#platform/values/days.ts'

/** How far the return of a running lease has come; one that was called off is followed by the state behind it. */
export type WantedReturn = 'REQUESTED' | 'CANCELLED_REQUESTED' | 'APPROVED' | 'RECEIVED' | 'INSPECTED' | 'DONE'

/**
 * Returns a leased bicycle: asked for, approved, received, inspected with damage that the person may object to. One that
 * is wanted DONE is inspected without damage; the jobs of the next month's first day then end lease and return.
 */
export async function seedReturn(client: DriveClient, cast: Cast, wanted: WantedReturn): Promise<void> {
  const ask = () =>
    client.ok(returns.create, {
      as: cast.employee,
      body: { beneficiaryEmployeeId: cast.employeeId, reason: 'RESIGNED' },
    })
  const { id, version } = await ask()
  const params = { id }
  if (wanted === 'REQUESTED') return
  if (wanted === 'CANCELLED_REQUESTED') {
    await client.ok(returns.update, { as: cast.employee, params, body: { step: 'cancel', version } })
    await ask()
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
  if (wanted === 'RECEIVED') return
  const damages = wanted === 'DONE' ? [] : [{ description: 'Takavanne on vääntynyt', amount: 85 }]
  await client.ok(returns.update, {
    as,
    params,
    body: { step: 'inspect', version: received.version, bikeAt: 'STORE', damages },
  })
}
