import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everyoneWalk, type Hostiles, openHostilities } from '#testing/hostile/everyone.ts'
import { HostileModel } from '#testing/hostile/model.ts'
import { hostileWalk } from '#testing/hostile/walk.ts'
import { buildTenants, type Tenant } from '#testing/lists/tenants.ts'
import { openWorld, type World } from '#testing/world.ts'

/*
 * Short forms of the random walks of `npm run hostile`, and the proof that each would notice: the same walk over an
 * application with a guard switched off, or with a breach in its midst.
 */

let world: World
let victim: Tenant
let hostiles: Hostiles
beforeAll(async () => {
  world = await openWorld()
  const { own, foreign } = await buildTenants(world)
  victim = own
  hostiles = await openHostilities(world, own, foreign.employer)
}, 120_000)
afterAll(() => world.close())

describe('an employer and an employee who are hostile to each other', () => {
  it('end up with nothing of the other’s that a model of who reads what does not foresee', async () => {
    expect(await hostileWalk(world, victim, { steps: 80, perRound: 40, seed: 7 })).toEqual([])
  }, 120_000)

  const stopWaiting = (id: string) =>
    sql`update users set phone_proof_from = phone_verified_at, recovered_at = null, identity_changed_at = null where id = ${id}`
  const rename = (id: string) => sql`update users set first_name = 'Toinen' where id = ${id}`
  it.each([
    ['a number counted at once', stopWaiting, 'EMPLOYER gave the signature of PERSON'],
    ['the person could be renamed', rename, 'the person was renamed'],
  ])(
    'would be found out when %s',
    async (_, statement, fault) => {
      const breach = (id: string) => statement(id).execute(world.services.database.primary)
      const faults = await hostileWalk(world, victim, { steps: 60, perRound: 60, seed: 7, breach })
      expect(faults).toContain(`round 0: ${fault}`)
    },
    120_000,
  )

  it('are judged by a model that lets a number of before a recovery sign, and makes a newer one wait', () => {
    const hour = 3_600_000
    const model = new HostileModel(0)
    model.recovered(10 * hour)
    expect([model.maySignAsPerson('PERSON', 11 * hour), model.maySignAsPerson('EMPLOYER', 11 * hour)]).toEqual([
      true,
      false,
    ])
    model.phoneReplaced('EMPLOYER', 20 * hour)
    expect(model.maySignAsPerson('EMPLOYER', 91 * hour)).toBe(false)
    expect(model.maySignAsPerson('EMPLOYER', 92 * hour)).toBe(true)
    expect(model.maySignAsPerson('PERSON', 92 * hour)).toBe(false)
  })
})

describe('everybody against a company and its employee', () => {
  it('learns nothing and moves nothing that is not theirs', async () => {
    expect(await everyoneWalk(world, victim, hostiles, { steps: 200, seed: 11 })).toEqual([])
  }, 120_000)

  it.each([
    ['scope', /^RIVAL (reached|read)/m, ['RIVAL']],
    ['permission', /^(COLLEAGUE|EDITOR) sat at a desk of the staff/m, ['COLLEAGUE', 'EDITOR']],
  ] as const)(
    'would be found out without the guard of %s',
    async (guard, found, parties) => {
      await world.without(guard, async (at) => {
        const faults = await everyoneWalk(world, victim, hostiles, { steps: 100, seed: 11, parties, at })
        expect(faults.join('\n')).toMatch(found)
      })
    },
    120_000,
  )

  const personId = () => victim.employee.userId
  it.each([
    ['signatures', () => sql`update signatures set signed_at = now() where company_id = ${victim.companyId}`],
    ['the person’s sign-in', () => sql`update users set email = 'vaihdettu@evil.example' where id = ${personId()}`],
    [
      'the employer’s sign-in',
      () => sql`update users set phone_number = '0405550000' where id = ${victim.employer.userId}`,
    ],
    ['bank accounts', () => sql`update bike_stores set iban = 'FI2112345600000785' where id = ${victim.bikeStoreId}`],
    [
      'second factor and signers',
      () => sql`update companies set signer_user_ids = array[${personId()}::uuid] where id = ${victim.companyId}`,
    ],
    [
      'health data',
      () => sql`update beneficiary_employees set absence_to = '2098-01-01' where id = ${victim.ids.employee}`,
    ],
  ])('would be found out when %s were moved in whatever way', async (name, breach) => {
    const faults = await everyoneWalk(world, victim, hostiles, {
      steps: 1,
      seed: 3,
      parties: ['STRANGER'],
      breach: () => breach().execute(world.services.database.primary),
    })
    expect(faults).toEqual([expect.stringContaining(`moved ${name} by`)])
  })
})
