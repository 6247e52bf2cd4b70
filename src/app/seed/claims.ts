import type { Cast, DriveClient } from '#features/demo/server/order-drive.ts'
import { insuranceClaims } from '#features/insurance-claims/contract.ts'
import type { Day } from '#platform/values/days.ts'

/** How far the claim of a running lease has come. */
export type WantedClaim = 'OPEN' | 'SENT' | 'DENIED'

/** Reports a theft whose police number is still missing, or a lost bicycle that the insurer has or has denied. */
export async function seedClaim(
  client: DriveClient,
  cast: Cast,
  { wanted, day }: { wanted: WantedClaim; day: Day },
): Promise<void> {
  const as = cast.employee
  const opened = await client.ok(insuranceClaims.create, {
    as,
    body: { beneficiaryEmployeeId: cast.employeeId, type: wanted === 'OPEN' ? 'THEFT' : 'LOSS' },
  })
  const params = { id: opened.insuranceId }
  const told = await client.ok(insuranceClaims.report, {
    as,
    params,
    body: {
      version: opened.version,
      happenedDay: day,
      place: 'Tikkurilan asema',
      description: 'Jätin pyörän telineeseen aamulla. Iltapäivällä se oli poissa.',
    },
  })
  if (wanted === 'OPEN') return
  const take = { as: cast.staff, params }
  const sent = await client.ok(insuranceClaims.step, {
    ...take,
    body: { step: 'send', version: told.version, insurerReference: 'VK-2026-0117' },
  })
  if (wanted === 'SENT') return
  const reason = 'Katoaminen ilman jälkiä varkaudesta ei kuulu vakuutukseen.'
  await client.ok(insuranceClaims.step, { ...take, body: { step: 'deny', version: sent.version, reason } })
}
