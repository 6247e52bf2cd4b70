import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildCompany, buildRunningLease } from '#testing/builders.ts'
import { openWorld, type World } from '#testing/world.ts'
import { endLeases } from './end-job.ts'
import { clearEnd, closeEnding, openEnding, setEnd, setReady } from './endings.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
  world.env.setNow('2026-11-15T08:00:00Z')
})
afterAll(() => world.close())

async function runningLease() {
  const company = await buildCompany(world, {}, { lessor: { kind: 'OPERATOR' } })
  const { agreementId } = await buildRunningLease(world, {
    company,
    agreement: { start_day: '2026-03-01', end_day: '2027-02-28' },
  })
  return { companyId: company.companyId, agreementId }
}

const inOne = <T>(run: Parameters<typeof world.services.database.transaction<T>>[0]) =>
  world.services.database.transaction(run)

const leaseOf = (agreementId: string) =>
  world.services.database.primary
    .selectFrom('leasing_agreements')
    .select(['lease_state', 'end_reason', 'ended_day', 'ends_on', 'ends_as', 'ends_by'])
    .where('id', '=', agreementId)
    .executeTakeFirstOrThrow()

it('opens one ending of an agreement at a time, whoever is first, and a claim beside it', async () => {
  const lease = await runningLease()
  const open = (kind: 'CANCELLATION' | 'REDEMPTION' | 'CLAIM') => {
    const endingId = world.env.id()
    return inOne((db) => openEnding(db, world.services, { ...lease, endingId, kind })).then(() => endingId)
  }
  const tries = await Promise.allSettled([open('CANCELLATION'), open('REDEMPTION')])
  const [first] = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const [refused] = tries.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refused).toMatchObject({ code: 'AGREEMENT_ENDING_EXISTS' })
  await open('CLAIM')
  await inOne((db) => closeEnding(db, world.services, first!))
  await open('REDEMPTION')
})

it('ends a lease on the day and as its process has set, by the job alone', async () => {
  const [ending, goesOn, waiting] = [await runningLease(), await runningLease(), await runningLease()]
  for (const lease of [ending, goesOn, waiting]) {
    const endingId = world.env.id()
    await inOne(async (db) => {
      await openEnding(db, world.services, { ...lease, endingId, kind: 'REDEMPTION' })
      await setEnd(db, world.services, { ...lease, endingId, endsOn: '2026-11-30', endsAs: 'REDEEMED' })
      if (lease === goesOn) await clearEnd(db, world.services, endingId)
      if (lease === waiting) await setReady(db, world.services, { endingId, isReady: false })
    })
  }
  await endLeases.run(world.services)
  expect(await leaseOf(ending.agreementId)).toMatchObject({ lease_state: 'ACTIVE', ends_on: '2026-11-30' })
  world.env.setNow('2026-12-01T00:10:00Z')
  expect(await endLeases.run(world.services)).toMatchObject({ ended: 1 })
  expect(await endLeases.run(world.services)).toMatchObject({ ended: 0 })
  expect(await leaseOf(ending.agreementId)).toMatchObject({
    lease_state: 'ENDED',
    end_reason: 'REDEEMED',
    ended_day: '2026-11-30',
  })
  expect(await leaseOf(goesOn.agreementId)).toMatchObject({ lease_state: 'ACTIVE', ends_on: null, ends_by: null })
  expect(await leaseOf(waiting.agreementId)).toMatchObject({ lease_state: 'ACTIVE', ends_on: '2026-11-30' })
})

it('lets no second ending move the end that another has set', async () => {
  const lease = await runningLease()
  const [first, second] = [world.env.id(), world.env.id()]
  await inOne(async (db) => {
    await openEnding(db, world.services, { ...lease, endingId: first, kind: 'REDEMPTION' })
    await setEnd(db, world.services, { ...lease, endingId: first, endsOn: '2026-12-31', endsAs: 'REDEEMED' })
    await openEnding(db, world.services, { ...lease, endingId: second, kind: 'CLAIM' })
  })
  const move = inOne((db) =>
    setEnd(db, world.services, { ...lease, endingId: second, endsOn: '2027-01-31', endsAs: 'INSURANCE' }),
  )
  await expect(move).rejects.toMatchObject({ code: 'AGREEMENT_ENDING_EXISTS' })
  expect(await leaseOf(lease.agreementId)).toMatchObject({ ends_on: '2026-12-31', ends_as: 'REDEEMED' })
})
