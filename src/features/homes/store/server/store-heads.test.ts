import { expect, it } from 'vitest'
import { returns } from '#features/lease-ends/returns/contract.ts'
import { storeLink } from '#features/orders/orders/server/store/store-key.ts'
import { leaseStory } from '#features/story/lease-story/contract.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { ask, db, leased, png, prepareReturns, step, tokenOf, world } from '#testing/cases/return-cases.ts'
import { storeHome } from '../contract.ts'

prepareReturns()

/** The subjects of mails of a template, as their readers got them. */
const subjectsOf = async (template: string) => {
  const rows = await db().selectFrom('outbox').select('subject').where('template', '=', template).execute()
  return rows.map(({ subject }) => subject)
}

it('opens its mails, the person’s page and the store’s page with the same sentence of the story', async () => {
  const of = await leased()
  const asked = await ask(of)
  expect(await subjectsOf('returns:employerNotice.requested')).toEqual([
    expect.stringMatching(/^Testi Henkilö \d+ pyytää saada palauttaa pyörän/),
  ])
  await step(asked.id, 'approve', of.employer, { payer: 'EMPLOYEE' })
  const params = { leasingAgreementId: of.agreementId }
  const { situation } = await world.ok(leaseStory.get, { as: of.person, params })
  expect(situation).toMatchObject({ key: 'returnBring', day: '2026-11-30' })
  expect(await subjectsOf('returns:notice.became.APPROVED')).toEqual([
    expect.stringMatching(/^Vie pyörä liikkeeseen viimeistään 30\.11\.2026: /),
  ])
  const row = await db().selectFrom('bike_returns').selectAll().where('id', '=', asked.id).executeTakeFirstOrThrow()
  const link = await storeLink(db(), world.services, { agreementId: of.agreementId }, row.bike_store_id!, {
    purpose: 'return',
    subjectId: asked.id,
  })
  const home = async () => world.ok(storeHome.get, { params: { token: link.split('/').at(-1)! } })
  expect(await home()).toMatchObject({
    head: { key: 'returnBring', day: '2026-11-30' },
    parts: [{ kind: 'RETURN' }, { kind: 'ORDER' }],
  })
  const token = await tokenOf(asked.id, of.companyId)
  await world.ok(returns.addPhoto, { params: { token }, body: png })
  await world.ok(returns.receive, { params: { token }, body: { receivedDay: '2026-11-10' } })
  expect(await home()).toMatchObject({ head: { key: 'returnInspect' } })
  expect(await world.ok(returns.storePage, { params: { token } })).toMatchObject({
    approvedDay: helsinkiDay(world.env.now()),
    receivedDay: '2026-11-10',
    inspectedDay: null,
    doneDay: null,
  })
  expect(await subjectsOf('returns:notice.became.RECEIVED')).toEqual([
    expect.stringMatching(/^Pyörä on liikkeessä, tarkastamme sen: /),
  ])
})

it('tells of an event in the mail’s own words, and then where the lease stands by it', async () => {
  const of = await leased()
  const asked = await ask(of)
  await step(asked.id, 'refuse', of.employer, { reason: 'Ei nyt' })
  expect(await subjectsOf('returns:notice.became.CANCELLED')).toEqual([
    expect.stringMatching(/^Palautus peruuntui: (.+) – \1 on käytössäsi$/),
  ])
})
