import { sql } from 'kysely'
import { brokerage, type CaseView } from '#features/lease-ends/brokerage/contract.ts'
import type { BrokerageStep } from '#features/lease-ends/brokerage/rules/words.ts'
import type { BodyOf } from '#platform/contract/contract.ts'
import { newestCode } from '../mailbox.ts'
import { freeLease } from './leases.ts'
import { nameOf } from './orders.ts'
import { onePixel } from './processes.ts'
import type { Simulation } from './simulation.ts'

/** An offer that is under way, with everybody who may do something about it. */
interface OpenOffer {
  id: string
  step: CaseView['step']
  seller: string
  taker: string | null
  named: string | null
  companyId: string
  takerCompanyId: string | null
  hasPhoto: boolean
}

type Who = 'SELLER' | 'TAKER' | 'NAMED' | 'SELLER_EMPLOYER' | 'TAKER_EMPLOYER' | 'STAFF'

interface Wish {
  readonly who: Who
  readonly step: BrokerageStep
  readonly chance: number
  readonly says?: Partial<BodyOf<typeof brokerage.update>>
}

const reason = 'Tilanne on muuttunut.'
/** What a step's own body answers to. */
const given: ReadonlySet<string> = new Set(['LESSOR_REFERENCE_MISSING', 'REASON_MISSING'])

const wishes: Partial<Record<CaseView['step'], readonly Wish[]>> = {
  DRAFT: [{ who: 'SELLER', step: 'submit', chance: 0.5 }],
  REVIEW: [
    { who: 'STAFF', step: 'sendBack', chance: 0.05, says: { reason } },
    { who: 'STAFF', step: 'list', chance: 0.5 },
  ],
  LISTED: [{ who: 'SELLER', step: 'withdraw', chance: 0.01 }],
  RESERVED: [
    { who: 'TAKER', step: 'cancelReservation', chance: 0.05 },
    { who: 'SELLER', step: 'refuseTaker', chance: 0.05 },
    { who: 'SELLER', step: 'startTransfer', chance: 0.4 },
  ],
  OFFERED: [
    { who: 'NAMED', step: 'declineOffer', chance: 0.05 },
    { who: 'NAMED', step: 'acceptOffer', chance: 0.3 },
  ],
  TRANSFER: [
    { who: 'STAFF', step: 'refuseByLessor', chance: 0.02, says: { reason } },
    { who: 'TAKER', step: 'refuseTransfer', chance: 0.02, says: { reason } },
    { who: 'SELLER_EMPLOYER', step: 'agreeToGive', chance: 0.5 },
    { who: 'TAKER_EMPLOYER', step: 'agreeToTake', chance: 0.5 },
    { who: 'STAFF', step: 'approveByLessor', chance: 0.5, says: { lessorReference: 'SIIRTO-1' } },
  ],
}

/** Somebody offers their bicycle to everybody. */
export async function offerToAll(simulation: Simulation): Promise<void> {
  const lease = await freeLease(simulation, notOffered)
  if (!lease) return
  await simulation.attempt('offer drafted', brokerage.create, {
    as: await simulation.as(lease.userId),
    body: {
      leasingAgreementId: lease.agreementId,
      text: 'Hyvin pidetty pyörä, huollettu keväällä.',
      municipality: 'Tampere',
    },
  })
}

/** Somebody offers their bicycle to one person by address. */
export async function offerToOne(simulation: Simulation): Promise<void> {
  const lease = await freeLease(simulation, notOffered)
  const taker = lease && (await somebodyElse(simulation, lease.userId))
  if (!lease || !taker) return
  await simulation.attempt('bicycle offered to a colleague', brokerage.create, {
    as: await simulation.as(lease.userId),
    body: { leasingAgreementId: lease.agreementId, takerEmail: taker.email },
  })
}

const notOffered = sql`not exists (select 1 from bike_brokerages b where b.agreement_id = a.id and b.status = 'PENDING')`

/** A person who works in a company that stays, and not the given one. */
async function somebodyElse({ world, random }: Simulation, userId: string) {
  const { rows } = await sql<{ userId: string; email: string }>`
    select u.id as "userId", u.email from beneficiary_employees e join users u on u.id = e.user_id
     where e.status = 'ACCEPTED' and e.last_working_day > '2900-01-01' and u.id <> ${userId}
       and not exists (select 1 from company_exits x where x.company_id = e.company_id and x.withdrawn_at is null)
     order by md5(e.id::text || ${String(random())}) limit 1`.execute(world.services.database.primary)
  return rows[0] ?? null
}

async function openOffers({ world }: Simulation): Promise<OpenOffer[]> {
  const { rows } = await sql<OpenOffer>`
    select b.id, b.step, e.user_id as seller, t.user_id as taker, n.id as named, b.company_id as "companyId", b.taker_company_id as "takerCompanyId",
           exists (select 1 from bike_brokerage_photos p where p.brokerage_id = b.id) as "hasPhoto"
      from bike_brokerages b join beneficiary_employees e on e.id = b.beneficiary_employee_id
      left join beneficiary_employees t on t.id = b.taker_employee_id left join users n on n.email = b.named_email
     where b.status = 'PENDING' order by b.id`.execute(world.services.database.primary)
  return rows
}

/** Who stands behind a side of an offer; null for nobody. */
function userOf({ town }: Simulation, offer: OpenOffer, who: Who): string | null {
  const adminOf = (id: string | null) => town.companies.find(({ companyId }) => companyId === id)?.adminId ?? null
  const users: Record<Who, string | null> = {
    SELLER: offer.seller,
    TAKER: offer.taker,
    NAMED: offer.named,
    SELLER_EMPLOYER: adminOf(offer.companyId),
    TAKER_EMPLOYER: adminOf(offer.takerCompanyId),
    STAFF: town.staffId,
  }
  return users[who]
}

/** Takes a step if the service says that it is allowed. */
async function takeWish(simulation: Simulation, offer: OpenOffer, { who, step, says }: Wish): Promise<boolean> {
  const userId = userOf(simulation, offer, who)
  if (!userId) return false
  const as = await simulation.as(userId)
  const params = { id: offer.id }
  const view = await simulation.must('', brokerage.get, { as, params })
  const allowed = view?.allowedSteps.find((one) => one.step === step)
  if (!view || !allowed || !(allowed.allowed || allowed.unmet.every((guard) => given.has(guard)))) return false
  const body = { step, version: view.version, ...says }
  // The service knows whether the taker has room and may spend so much when the step is taken.
  const take = who === 'NAMED' ? simulation.attempt : simulation.must
  return (await take(`offer ${step}`, brokerage.update, { as, params, body })) !== null
}

/** A bicycle that is listed may be reserved by somebody who has found it. */
async function reserve(simulation: Simulation, offer: OpenOffer): Promise<void> {
  const rider = await somebodyElse(simulation, offer.seller)
  if (!rider) return
  const as = await simulation.as(rider.userId)
  const found = await simulation.must('', brokerage.list, { as, query: { limit: 100 } })
  const listed = found?.items.find(({ bikeBrokerageId }) => bikeBrokerageId === offer.id)
  if (!listed) return
  await simulation.attempt('offer reserve', brokerage.update, {
    as,
    params: { id: offer.id },
    body: { step: 'reserve', version: listed.version },
  })
}

/** Each party that has still to sign a transfer may sign today. */
async function signTransfer(simulation: Simulation, offer: OpenOffer): Promise<void> {
  for (const who of ['SELLER', 'TAKER', 'SELLER_EMPLOYER', 'TAKER_EMPLOYER'] as const) {
    if (simulation.random() > 0.6) continue
    const userId = userOf(simulation, offer, who)
    if (!userId) continue
    const as = await simulation.as(userId)
    const params = { id: offer.id }
    const view = await simulation.must('', brokerage.get, { as, params })
    if (view?.step !== 'TRANSFER' || !view.documentSha256) continue
    if (!view.signsAs.includes(who) || !view.unsigned.includes(who)) continue
    const { documentSha256 } = view
    const isPerson = who === 'SELLER' || who === 'TAKER'
    const codeOf = { as, params, body: { party: who, documentSha256 } }
    if (isPerson && !(await simulation.must('', brokerage.signingCode, codeOf))) continue
    // The last signature is refused while the taker's employment or company has come to an end.
    await simulation.attempt('transfer signed', brokerage.sign, {
      as,
      params,
      body: {
        party: who,
        documentSha256,
        typedName: await nameOf(simulation, userId),
        password: simulation.town.password,
        ...(isPerson ? { code: await newestCode(simulation.world, userId) } : { position: 'Toimitusjohtaja' }),
      },
    })
  }
}

/** Notes the leases that go on today with somebody else or in another company. */
async function noteMoved({ world, today, note }: Simulation): Promise<void> {
  const { rows } = await sql<{ merged: boolean; count: number }>`
    select exists (select 1 from company_exit_leases m where m.new_agreement_id = a.id) as merged, count(*)::int as count
      from leasing_agreements a where a.previous_agreement_id is not null and a.lease_state = 'ACTIVE' and a.start_day = ${today}
     group by 1 order by 1`.execute(world.services.database.primary)
  for (const { merged, count } of rows) note(merged ? 'lease merged' : 'lease passed on', count)
}

/** Everybody who is awaited by an offer or a transfer may go on with it. */
export async function passOn(simulation: Simulation): Promise<void> {
  await noteMoved(simulation)
  for (const offer of await openOffers(simulation)) {
    if (offer.step === 'DRAFT' && !offer.hasPhoto)
      await simulation.must('', brokerage.addPhoto, {
        as: await simulation.as(offer.seller),
        params: { id: offer.id },
        body: onePixel,
      })
    if (offer.step === 'LISTED' && simulation.random() < 0.2) await reserve(simulation, offer)
    else if (!(await takeWishes(simulation, offer)) && offer.step === 'TRANSFER') await signTransfer(simulation, offer)
  }
}

/** @returns whether somebody ended or went on with the offer, so that it looks different now */
async function takeWishes(simulation: Simulation, offer: OpenOffer): Promise<boolean> {
  for (const wish of wishes[offer.step] ?? []) {
    if (simulation.random() >= wish.chance || !(await takeWish(simulation, offer, wish))) continue
    // Employers and the lessor may all say yes on one day.
    if (!/agree|approve/.test(wish.step)) return true
  }
  return false
}
