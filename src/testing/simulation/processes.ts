import { sql } from 'kysely'
import { absencePlans } from '#features/lease-ends/absence-plans/contract.ts'
import { insuranceClaims } from '#features/lease-ends/insurance-claims/contract.ts'
import { redemptions } from '#features/lease-ends/redemptions/contract.ts'
import { returns } from '#features/lease-ends/returns/contract.ts'
import type { EndpointSpec } from '#platform/contract/contract.ts'
import { addDays, type Day } from '#platform/values/days.ts'
import type { Simulation } from './simulation.ts'

/** A process that waits for somebody, with who that may be. */
interface Open {
  id: string
  state: string
  userId: string
  companyId: string
}

type Who = 'PERSON' | 'EMPLOYER' | 'STAFF'

/** One step that somebody may take, how likely on a day, and what is said with it. */
interface Wish {
  readonly who: Who
  readonly step: string
  readonly chance: number
  readonly says?: (view: View, simulation: Simulation) => Record<string, unknown>
}

/** What every view of a process has, and what the wishes read of it. */
interface View {
  readonly version: number
  readonly allowedSteps: readonly { step: string; allowed: boolean; unmet: readonly string[] }[]
  readonly [field: string]: unknown
}

interface Kind {
  readonly name: string
  readonly open: ReturnType<typeof sql<Open>>
  readonly get: EndpointSpec
  readonly update: EndpointSpec
  /** What the steps' own bodies answer to. */
  readonly given: ReadonlySet<string>
  readonly wishes: Record<string, readonly Wish[]>
}

const iban = 'FI2112345600000785'
/** A whole photo, as small as it can be. */
export const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const reason = 'Tilanne on muuttunut.'
let bills = 0
const bill = (simulation: Simulation, total: number) => {
  bills += 1
  const issueDay = simulation.today
  return { number: `K-${issueDay}-${bills}`, issueDay, dueDay: addDays(issueDay, 14), total, vatPercent: 25.5, iban }
}
const draw = (simulation: Simulation, from: number, to: number) => from + Math.floor(simulation.random() * (to - from))

const openRows = (table: string, state: string, states: readonly string[]) => sql<Open>`
  select p.id, p.${sql.ref(state)} as state, e.user_id as "userId", p.company_id as "companyId"
    from ${sql.table(table)} p join beneficiary_employees e on e.id = p.beneficiary_employee_id
   where p.${sql.ref(state)} = any(${[...states]}::text[]) order by p.id`

const receive: Wish = {
  who: 'STAFF',
  step: 'receive',
  chance: 0.1,
  says: (view, { today }) => ({ amount: (view.compensation as number) - (view.received as number), paidDay: today }),
}

const kinds: readonly Kind[] = [
  {
    name: 'redemption',
    open: openRows('redemptions', 'step', [
      'STARTED',
      'OFFERED',
      'USER_PAYMENT_SENT',
      'LESSOR_INVOICE_SENT',
      'WITHDRAWN',
    ]),
    get: redemptions.get,
    update: redemptions.update,
    given: new Set(['METHOD_MISSING', 'INFORMATION_NOT_READ', 'NO_PAY_LEFT']),
    wishes: {
      STARTED: [{ who: 'PERSON', step: 'cancel', chance: 0.02 }],
      OFFERED: [
        {
          who: 'PERSON',
          step: 'accept',
          chance: 0.3,
          says: () => ({ paymentMethod: 'INVOICE', hasReadInformation: true }),
        },
        { who: 'PERSON', step: 'cancel', chance: 0.03 },
      ],
      USER_PAYMENT_SENT: [{ who: 'PERSON', step: 'cancel', chance: 0.01 }],
      LESSOR_INVOICE_SENT: [
        {
          who: 'STAFF',
          step: 'matchLessorInvoice',
          chance: 0.5,
          says: (view, simulation) => {
            const { number, issueDay, dueDay, total } = bill(simulation, view.price as number)
            return { lessorInvoice: { number, issueDay, dueDay, total } }
          },
        },
      ],
      WITHDRAWN: [{ who: 'STAFF', step: 'takeBack', chance: 0.3 }],
    },
  },
  {
    name: 'return',
    open: openRows('bike_returns', 'step', ['REQUESTED', 'APPROVED', 'RECEIVED', 'INSPECTED']),
    get: returns.get,
    update: returns.update,
    given: new Set(['PAYER_MISSING']),
    wishes: {
      REQUESTED: [
        { who: 'EMPLOYER', step: 'approve', chance: 0.3, says: () => ({ payer: 'EMPLOYER' }) },
        { who: 'EMPLOYER', step: 'refuse', chance: 0.03, says: () => ({ reason }) },
        { who: 'PERSON', step: 'cancel', chance: 0.02 },
        { who: 'STAFF', step: 'approve', chance: 0.3, says: () => ({ payer: 'EMPLOYER' }) },
      ],
      APPROVED: [
        { who: 'STAFF', step: 'receive', chance: 0.1, says: (_view, { today }) => ({ receivedDay: today }) },
        { who: 'PERSON', step: 'cancel', chance: 0.01 },
      ],
      RECEIVED: [
        {
          who: 'STAFF',
          step: 'inspect',
          chance: 0.3,
          says: (_view, simulation) => ({
            bikeAt: 'STORE',
            damages:
              simulation.random() < 0.4
                ? [{ description: 'Takavanne on vääntynyt', amount: draw(simulation, 20, 200) }]
                : [],
          }),
        },
      ],
      INSPECTED: [
        { who: 'PERSON', step: 'object', chance: 0.03, says: () => ({ reason }) },
        { who: 'STAFF', step: 'answerObjection', chance: 0.5, says: () => ({ reason }) },
      ],
    },
  },
  {
    name: 'claim',
    open: openRows('insurance_claims', 'step', [
      'PROOF_COMPLETE',
      'SENT_TO_INSURER',
      'INSURER_DECIDED',
      'AT_REPAIR',
      'NEW_BIKE',
      'REPAIRED',
      'LEASE_ENDED',
      'DENIED',
    ]),
    get: insuranceClaims.get,
    update: insuranceClaims.step,
    given: new Set([
      'SUM_MISSING',
      'REPAIR_STORE_MISSING',
      'LIMIT_TOO_HIGH',
      'COST_MISSING',
      'TAX_WARNING_UNREAD',
      'DENIAL_REASON_MISSING',
      'OBJECTION_MISSING',
    ]),
    wishes: {
      PROOF_COMPLETE: [
        { who: 'STAFF', step: 'send', chance: 0.6 },
        { who: 'PERSON', step: 'cancel', chance: 0.02 },
      ],
      SENT_TO_INSURER: [
        {
          who: 'STAFF',
          step: 'decide',
          chance: 0.1,
          says: (view, simulation) => ({
            compensation: Math.max(50, Math.round(((view.cover as number | null) ?? 500) * simulation.random())),
          }),
        },
        { who: 'STAFF', step: 'deny', chance: 0.02, says: () => ({ reason }) },
      ],
      INSURER_DECIDED: [
        {
          who: 'STAFF',
          step: 'repair',
          chance: 0.4,
          says: (view, { town }) => ({
            repairStoreId: town.bikeStoreIds[0],
            repairLimit: Math.max(1, Math.min(100, (view.compensation as number | null) ?? 100)),
          }),
        },
        { who: 'STAFF', step: 'newBike', chance: 0.2, says: () => ({ acceptsTaxReview: true }) },
        { who: 'STAFF', step: 'endLease', chance: 0.3 },
        receive,
      ],
      AT_REPAIR: [
        {
          who: 'STAFF',
          step: 'completeRepair',
          chance: 0.2,
          // Within the limit, which is never below the least that an insurer grants.
          says: (_view, simulation) => ({ bill: bill(simulation, draw(simulation, 30, 50)) }),
        },
        receive,
      ],
      REPAIRED: [receive],
      LEASE_ENDED: [receive],
      DENIED: [{ who: 'PERSON', step: 'object', chance: 0.02, says: () => ({ reason }) }],
    },
  },
  {
    name: 'absence plan',
    open: openRows('absence_plans', 'state', ['PROPOSED', 'CONFIRMED', 'CHANGED']),
    get: absencePlans.get,
    update: absencePlans.update,
    given: new Set(),
    wishes: {
      PROPOSED: [
        { who: 'EMPLOYER', step: 'confirm', chance: 0.3 },
        { who: 'PERSON', step: 'confirm', chance: 0.3 },
        { who: 'PERSON', step: 'cancel', chance: 0.02 },
      ],
      CONFIRMED: [{ who: 'PERSON', step: 'cancel', chance: 0.005, says: () => ({ reason }) }],
    },
  },
]

async function personOf(simulation: Simulation, who: Who, { userId, companyId }: Open) {
  const { town } = simulation
  if (who === 'PERSON') return simulation.as(userId)
  if (who === 'STAFF') return simulation.as(town.staffId)
  return simulation.as(town.companies.find((company) => company.companyId === companyId)!.adminId)
}

/** Takes one wish of an open process if the service says that it is allowed. */
async function takeWish(simulation: Simulation, kind: Kind, open: Open, wish: Wish): Promise<boolean> {
  const as = await personOf(simulation, wish.who, open)
  const view = (await simulation.must('', kind.get, { as, params: { id: open.id } })) as View | null
  const step = view?.allowedSteps.find(({ step }) => step === wish.step)
  if (
    !view ||
    !step ||
    !(step.allowed || step.unmet.every((guard) => kind.given.has(guard) || guard === 'REASON_MISSING'))
  )
    return false
  const body = { step: wish.step, version: view.version, ...wish.says?.(view, simulation) }
  const done = await simulation.must(`${kind.name} ${wish.step}`, kind.update, {
    as,
    params: { id: open.id },
    body,
  })
  return done !== null
}

/** What people report of a claim that they have opened. */
async function reportClaims(simulation: Simulation): Promise<void> {
  const yesterday = addDays(simulation.today, -1)
  const { rows } = await sql<{ id: string; userId: string; happenedDay: Day }>`
    select c.id, e.user_id as "userId", least(${yesterday}::date, a.ended_day, a.ends_on) as "happenedDay"
      from insurance_claims c join beneficiary_employees e on e.id = c.beneficiary_employee_id
      join leasing_agreements a on a.id = c.agreement_id where c.step = 'OPEN' order by c.id`.execute(
    simulation.world.services.database.primary,
  )
  for (const { id, userId, happenedDay } of rows) {
    if (simulation.random() > 0.4) continue
    const as = await simulation.as(userId)
    let seen = await simulation.must('', insuranceClaims.get, { as, params: { id } })
    if (seen?.missingPieces.includes('PHOTO'))
      seen = await simulation.must('', insuranceClaims.addPhoto, { as, params: { id }, body: onePixel })
    if (!seen) continue
    await simulation.must('claim reported', insuranceClaims.report, {
      as,
      params: { id },
      body: {
        version: seen.version,
        happenedDay,
        place: 'Pasilan asema',
        description: 'Pyörä oli lukittuna telineessä.',
        policeReportNumber: '5500/R/1/26',
        lock: 'U-lukko',
        thirdParty: 'Ei tiedossa',
      },
    })
  }
}

/** Everybody who is awaited may take a step of what is open. */
export async function takeSteps(simulation: Simulation): Promise<void> {
  await reportClaims(simulation)
  for (const kind of kinds) {
    const { rows } = await kind.open.execute(simulation.world.services.database.primary)
    for (const open of rows)
      for (const wish of kind.wishes[open.state] ?? [])
        if (simulation.random() < wish.chance && (await takeWish(simulation, kind, open, wish))) break
  }
}
