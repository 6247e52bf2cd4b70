import { execFileSync, spawnSync } from 'node:child_process'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { agreements } from '#features/leases/agreements/contract.ts'
import { companies } from '#features/people/companies/contract.ts'
import type { Texts } from '#platform/server/runtime/texts.ts'
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
  expect(await documentText(cast.staff, (await opened()).id)).not.toContain('valtuuttamana')
  await lessors().set({ authority_reference: 'V-2026-7', authority_day: '2026-01-15' }).execute()
  const signed = (await documentText(cast.staff, (await opened()).id)).replace(/\s+/g, ' ')
  expect(signed).toContain('valtuuttamana (valtuutus V-2026-7, 15.1.2026)')
})
