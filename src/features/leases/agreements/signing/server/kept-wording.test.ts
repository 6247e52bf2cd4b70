import { execFileSync, spawnSync } from 'node:child_process'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { agreements } from '#features/leases/agreements/contract.ts'
import type { AgreementFacts } from '#features/leases/agreements/server/agreement-pdf.ts'
import { companies } from '#features/people/companies/contract.ts'
import { fairValues } from '#features/pricing/leasing/fair-value-contract.ts'
import { endTaxOf } from '#features/pricing/leasing/fair-values.ts'
import { seedTaxTables } from '#features/pricing/tax/server/seed.ts'
import type { Texts } from '#platform/server/runtime/texts.ts'
import { centsFromEuros, formatEuros } from '#platform/values/money.ts'
import { anotherOrder, buildCast, type Cast } from '#testing/journey.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'

const hasPoppler = spawnSync('pdftotext', ['-v']).status === 0
if (process.env.CI && !hasPoppler) throw new Error('Install poppler-utils: a build server leaves no test out.')

let world: World
let cast: Cast
beforeAll(async () => {
  world = await openWorld()
  cast = await buildCast(world)
})
afterAll(() => world.close())

/** The texts of a release whose article on use ends with other words. */
function release(texts: Texts, ending: string): Texts {
  const key = 'agreements:pdf.articles.use.text'
  return {
    ...texts,
    t: (language, asked, values) => texts.t(language, asked, values) + (asked === key ? ` ${ending}` : ''),
    wording: (language, groups) => {
      const words = JSON.parse(texts.wording(language, groups))
      words.agreements.pdf.articles.use.text += ` ${ending}`
      return JSON.stringify(words)
    },
  }
}
const run = (texts: Texts) => Object.assign(world.services, { texts })

async function documentText(as: Caller, id: string): Promise<string> {
  const file = await world.call(agreements.document, { as, params: { id } })
  return execFileSync('pdftotext', ['-layout', '-', '-'], { input: Buffer.from(file.raw) }).toString('utf8')
}

/** An agreement that the employee has signed. */
async function opened() {
  const { journey, own, orderId } = await anotherOrder(world, cast)
  await journey.choosePackage(orderId)
  await journey.answer(orderId)
  const { agreement } = await journey.sign(own.employee, orderId, 'EMPLOYEE')
  return { journey, orderId, id: agreement!.leasingAgreementId }
}

it.runIf(hasPoppler)(
  'an agreement is sealed with the words and facts that were shown, whatever release seals it',
  async () => {
    const first = release(world.services.texts, 'Sanamuoto A.')
    const second = release(world.services.texts, 'Sanamuoto B.')
    run(first)
    const underFirst = await opened()
    run(second)
    const underSecond = await opened()
    const shown = [await documentText(cast.staff, underFirst.id), await documentText(cast.staff, underSecond.id)]
    expect(shown.map((text) => [text.includes('Sanamuoto A.'), text.includes('Sanamuoto B.')])).toEqual([
      [true, false],
      [false, true],
    ])
    // Meanwhile the employer is renamed, and the release of the second agreement goes back to the first.
    const company = await world.ok(companies.get, { as: cast.staff, params: { id: cast.companyId } })
    const rename = { name: 'Uudelleen Nimetty Oy', version: company.version }
    await world.ok(companies.update, { as: cast.staff, params: { id: cast.companyId }, body: rename })
    await underFirst.journey.sign(cast.employer, underFirst.orderId, 'EMPLOYER')
    run(first)
    await underSecond.journey.sign(cast.employer, underSecond.orderId, 'EMPLOYER')
    const sealed = [await documentText(cast.staff, underFirst.id), await documentText(cast.staff, underSecond.id)]
    expect(sealed.map((text) => [text.includes('Sanamuoto A.'), text.includes('Sanamuoto B.')])).toEqual([
      [true, false],
      [false, true],
    ])
    for (const text of sealed) {
      expect(text).not.toContain('Uudelleen Nimetty')
      expect(text).not.toContain(world.services.texts.t('fi', 'agreements:pdf.notSigned'))
    }
    const kept = await world.services.database.primary
      .selectFrom('leasing_agreements')
      .select(['document_facts', 'wording_sha256'])
      .where('id', 'in', [underFirst.id, underSecond.id])
      .execute()
    expect(new Set(kept.map((one) => one.wording_sha256?.toString('hex'))).size).toBe(2)
    expect(kept.map((one) => one.document_facts)).toEqual([null, null])
  },
  120_000,
)

it.runIf(hasPoppler)('an agreement names the authority that its lessor has given', async () => {
  const lessors = () => world.services.database.primary.updateTable('leasing_companies')
  await lessors().set({ authority_reference: 'V-2026-7', authority_day: '2026-01-15' }).execute()
  const signed = (await documentText(cast.staff, (await opened()).id)).replace(/\s+/g, ' ')
  expect(signed).toContain('valtuuttamana (valtuutus V-2026-7, 15.1.2026)')
})

it.runIf(hasPoppler)(
  'an agreement says the most that its tax may be as every price card does, and who pays each end',
  async () => {
    await seedTaxTables(world.services.database.primary, world.env)
    const order = await opened()
    const { priceCard } = await order.journey.order(cast.staff, order.orderId)
    const { mostCents, taxableCents } = endTaxOf(priceCard!, await world.ok(fairValues.get, { as: cast.staff }))
    const shown = (await documentText(cast.staff, order.id)).replace(/\s+/g, ' ')
    expect(mostCents).toBeGreaterThan(0)
    const worth = taxableCents + centsFromEuros(priceCard!.residual)
    const whole = centsFromEuros(priceCard!.totalToOwn) + mostCents
    const plain = (cents: number) => formatEuros(cents, 'fi').replace(/\s/g, ' ')
    expect(shown).toContain(`pyörän arvioitu käypä arvo on ${plain(worth)}`)
    expect(shown).toContain(
      `0,00 €–${plain(mostCents)} tulojen mukaan, joten pyörä maksaa omaksi enintään ${plain(whole)}`,
    )
    for (const words of ['Kuka maksaa', 'Työnantajan maksuviivästys ja konkurssi', 'Tavanomainen kuluminen ei ole'])
      expect(shown).toContain(words)
  },
)

it.runIf(hasPoppler)('an agreement of an earlier release is sealed with the list of ends that was shown', async () => {
  const order = await opened()
  const db = world.services.database.primary
  const { document_facts: kept } = await db
    .selectFrom('leasing_agreements')
    .select('document_facts')
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow()
  const { endTax: _, namesPayers: __, articles: named, ...facts } = kept as AgreementFacts
  const earlier = { ...facts, articles: named!.filter((article) => article !== 'employerDefault') }
  const row = db.updateTable('leasing_agreements').where('id', '=', order.id)
  await row.set({ document_facts: JSON.stringify(earlier) }).execute()
  await order.journey.sign(cast.employer, order.orderId, 'EMPLOYER')
  const sealed = (await documentText(cast.staff, order.id)).replace(/\s+/g, ' ')
  expect(sealed).toContain('Päättymisen hinnat')
  for (const words of ['Kuka maksaa', 'omaksi enintään', 'Työnantajan maksuviivästys ja konkurssi'])
    expect(sealed).not.toContain(words)
})
