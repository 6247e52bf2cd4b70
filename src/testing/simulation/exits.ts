import { sql } from 'kysely'
import { type ProposalView, proposals } from '#features/ground/proposals/contract.ts'
import { companyExits } from '#features/lease-ends/company-exits/contract.ts'
import { redemptions } from '#features/lease-ends/redemptions/contract.ts'
import { returns } from '#features/lease-ends/returns/contract.ts'
import type { BodyOf } from '#platform/contract/contract.ts'
import { monthOf } from '#platform/values/days.ts'
import { extractFile } from '../exits.ts'
import { leasesWhere } from './leases.ts'
import type { Simulation } from './simulation.ts'

/** A member of staff proposes an exit; each company that is asked says yes, and the staff where none is. */
export async function markExit(simulation: Simulation, body: BodyOf<typeof companyExits.create>): Promise<void> {
  const { town } = simulation
  const as = await simulation.as(town.superId)
  let view = (await simulation.must(`exit proposed ${body.kind}`, companyExits.create, {
    as,
    body,
  })) as ProposalView | null
  const confirm = async (userId: string) => {
    if (view?.state !== 'OPEN') return
    const answer = { as: await simulation.as(userId), params: { id: view.proposalId }, body: { version: view.version } }
    view = await simulation.must(`exit confirmed ${body.kind}`, proposals.confirm, answer)
  }
  for (const { companyId, hasAdmin } of view?.companies ?? [])
    if (hasAdmin) await confirm(town.companies.find((one) => one.companyId === companyId)!.adminId)
  if (view?.state !== 'OPEN') return
  const attach = { as, params: { id: view.proposalId }, query: { version: view.version } }
  view = await simulation.must('extract attached', proposals.attachFile, {
    ...attach,
    body: extractFile,
  })
  await confirm(town.staffId)
}

/** A company goes bankrupt; staff mark it and confirm the last month of which something is kept from the pay. */
export async function bankruptcy(simulation: Simulation): Promise<void> {
  const company = simulation.town.companies.at(-1)!
  const as = await simulation.as(simulation.town.superId)
  await markExit(simulation, {
    companyId: company.companyId,
    kind: 'BANKRUPT',
    fromDay: simulation.today,
    reason: 'Konkurssi on julkaistu.',
  })
  const found = await simulation.must('', companyExits.list, { as, query: { companyId: company.companyId } })
  const marked = found?.items.find(({ state }) => state === 'OPEN')
  if (!marked) return
  await simulation.must('last deductions confirmed', companyExits.confirmDeductions, {
    as,
    params: { id: marked.id },
    body: { lastMonth: monthOf(simulation.today), version: marked.version },
  })
}

/** People of a company that has gone choose what becomes of their bicycles. */
async function choose(simulation: Simulation): Promise<void> {
  const waiting = await leasesWhere(
    simulation,
    sql`a.lease_state = 'ACTIVE' and a.ends_on is null
      and exists (select 1 from company_exits x where x.company_id = a.company_id and x.kind = 'BANKRUPT' and x.withdrawn_at is null and x.worked_off_at is null)
      and not exists (select 1 from redemptions r where r.agreement_id = a.id and r.step not in ('DONE', 'CANCELLED', 'WITHDRAWN'))
      and not exists (select 1 from bike_returns r where r.agreement_id = a.id and r.step not in ('DONE', 'CANCELLED'))
      and not exists (select 1 from insurance_claims c where c.agreement_id = a.id and c.status = 'PENDING')`,
    50,
  )
  for (const { agreementId: leasingAgreementId, userId } of waiting) {
    const luck = simulation.random()
    if (luck > 0.06) continue
    const as = await simulation.as(userId)
    if (luck < 0.03)
      await simulation.attempt('bankrupt’s person redeems', redemptions.create, {
        as,
        body: { leasingAgreementId, reason: 'LEAVING' },
      })
    else
      await simulation.attempt('bankrupt’s person returns', returns.create, {
        as,
        body: { leasingAgreementId, reason: 'DISMISSED' },
      })
  }
}

/** Bicycles that the lessor took back are collected, and the list is closed when nothing is left on it. */
export async function workOffExits(simulation: Simulation): Promise<void> {
  await choose(simulation)
  const as = await simulation.as(simulation.town.superId)
  const exits = await sql<{ id: string }>`
    select id from company_exits where withdrawn_at is null and worked_off_at is null`.execute(
    simulation.world.services.database.primary,
  )
  for (const { id } of exits.rows) {
    const found = await simulation.must('', companyExits.leases, { as, params: { id }, query: { limit: 100 } })
    const left = found?.items.filter(({ stage }) => stage !== 'SETTLED') ?? []
    for (const lease of left.filter(({ choice, stage }) => choice === 'TAKEN_BACK' && stage === 'ENDED'))
      await simulation.attempt('bicycle collected', companyExits.collected, {
        as,
        params: { id, leasingAgreementId: lease.leasingAgreementId },
        body: { bikeAt: 'LESSOR', version: lease.agreementVersion },
      })
    if (left.length > 0) continue
    const exit = await simulation.must('', companyExits.get, { as, params: { id } })
    if (exit)
      await simulation.attempt('exit worked off', companyExits.workOff, {
        as,
        params: { id },
        body: { version: exit.version },
      })
  }
}
