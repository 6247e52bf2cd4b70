import { type ClaimView, insuranceClaims } from '#features/lease-ends/insurance-claims/contract.ts'
import type { ClaimType } from '#features/lease-ends/insurance-claims/rules.ts'
import { type Cast, type DriveClient, driveOrder } from '#features/operations/demo/server/order-drive.ts'
import type { BodyOf } from '#platform/contract/contract.ts'
import { addDays, type Day } from '#platform/values/days.ts'

/** How far the claim of a running lease has come; SENT_CANCELLED was withdrawn when the insurer had it. */
export type WantedClaim =
  | 'OPEN'
  | 'PROOF_COMPLETE'
  | 'SENT'
  | 'DENIED'
  | 'DECIDED'
  | 'AT_REPAIR'
  | 'REPAIRED'
  | 'NEW_BIKE'
  | 'REPLACED'
  | 'LEASE_ENDED'
  | 'SENT_CANCELLED'

const typeOf: Readonly<Record<WantedClaim, ClaimType>> = {
  OPEN: 'THEFT',
  PROOF_COMPLETE: 'DAMAGE',
  SENT: 'DAMAGE',
  DENIED: 'LOSS',
  DECIDED: 'VANDALISM',
  AT_REPAIR: 'DAMAGE',
  REPAIRED: 'DAMAGE',
  NEW_BIKE: 'LOSS',
  REPLACED: 'THEFT',
  LEASE_ENDED: 'THEFT',
  SENT_CANCELLED: 'DAMAGE',
}

const toldOf: Readonly<Record<ClaimType, { place: string; description: string; lock?: string }>> = {
  THEFT: {
    place: 'Tikkurilan asema',
    description: 'Jätin pyörän telineeseen aamulla. Iltapäivällä se oli poissa.',
    lock: 'U-lukko rungosta telineeseen',
  },
  LOSS: { place: 'Laiva Turusta', description: 'Pyörä jäi laivan autokannelle, eikä sitä löytynyt.' },
  DAMAGE: { place: 'Työmatka', description: 'Liukastuin jäisessä mutkassa. Etuhaarukka ja vanne vääntyivät.' },
  VANDALISM: { place: 'Taloyhtiön pyörävarasto', description: 'Satula ja näyttö oli rikottu yön aikana.' },
}

type Body = Omit<BodyOf<typeof insuranceClaims.step>, 'version'>
interface Taken extends Body {
  readonly by?: 'employee'
}

/** The steps from a claim that has been told to how far it is wanted. */
function stepsTo(wanted: WantedClaim, { cast, day }: { cast: Cast; day: Day }): readonly Taken[] {
  const send: Taken = { step: 'send', insurerReference: 'VK-2026-0117' }
  const decided = (compensation: number): Taken[] => [send, { step: 'decide', compensation }]
  const repair: Taken = { step: 'repair', repairStoreId: cast.bikeStoreId, repairLimit: 700 }
  const bill = { number: `KOR-${day}`, issueDay: day, dueDay: addDays(day, 14), total: 540, vatPercent: 25.5 }
  const newBike: Taken = { step: 'newBike', acceptsTaxReview: true }
  const ways: Readonly<Record<WantedClaim, readonly Taken[]>> = {
    OPEN: [],
    PROOF_COMPLETE: [],
    SENT: [send],
    DENIED: [send, { step: 'deny', reason: 'Katoaminen ilman jälkiä varkaudesta ei kuulu vakuutukseen.' }],
    DECIDED: decided(380),
    AT_REPAIR: [...decided(500), repair],
    REPAIRED: [
      ...decided(340),
      repair,
      { step: 'completeRepair', bill },
      { step: 'receive', amount: 340, paidDay: day },
    ],
    NEW_BIKE: [...decided(2300), newBike],
    REPLACED: [...decided(2100), newBike],
    LEASE_ENDED: [...decided(1900), { step: 'endLease' }],
    SENT_CANCELLED: [send, { step: 'cancel', by: 'employee' }],
  }
  return ways[wanted]
}

/** Reports what happened to a leased bicycle, and carries the claim on by the application's own calls. */
export async function seedClaim(
  client: DriveClient,
  cast: Cast,
  { wanted, day }: { wanted: WantedClaim; day: Day },
): Promise<void> {
  let claim = await toldClaim(client, cast, { wanted, day })
  for (const { by, ...body } of stepsTo(wanted, { cast, day })) {
    claim = await client.ok(insuranceClaims.step, {
      as: by === 'employee' ? cast.employee : cast.staff,
      params: { id: claim.insuranceId },
      body: { ...body, version: claim.version },
    })
  }
  if (wanted === 'REPLACED') await deliverNewBike(client, cast, claim.newBike!.orderId!)
}

async function toldClaim(
  client: DriveClient,
  cast: Cast,
  { wanted, day }: { wanted: WantedClaim; day: Day },
): Promise<ClaimView> {
  const type = typeOf[wanted]
  const opened = await client.ok(insuranceClaims.create, {
    as: cast.employee,
    body: { beneficiaryEmployeeId: cast.employeeId, type },
  })
  const params = { id: opened.insuranceId }
  const isReported = wanted !== 'OPEN' && (type === 'THEFT' || type === 'VANDALISM')
  const told = await client.ok(insuranceClaims.report, {
    as: cast.employee,
    params,
    body: {
      version: opened.version,
      happenedDay: day,
      ...toldOf[type],
      ...(isReported ? { policeReportNumber: '5500/R/1234/26' } : {}),
    },
  })
  if (!told.missingPieces.includes('PHOTO')) return told
  return client.ok(insuranceClaims.step, {
    as: cast.staff,
    params,
    body: { step: 'waive', piece: 'PHOTO', reason: 'Liike on kuvannut vaurion.', version: told.version },
  })
}

/** The new bicycle of the same agreement, chosen, billed and delivered. */
async function deliverNewBike(client: DriveClient, cast: Cast, orderId: string): Promise<void> {
  const steps = driveOrder(client, cast)
  const bikePrice = 1990
  await steps.choosePackage(orderId, { brand: 'Kaarre', model: 'Kaupunki 5', kind: 'CITY', bikePrice, accessories: [] })
  await steps.answer(orderId)
  await steps.confirm(orderId)
  await steps.process(orderId)
  const { invoiceId } = await steps.enterInvoice(orderId, bikePrice)
  await steps.match(orderId, invoiceId)
  await steps.deliver(orderId)
}
