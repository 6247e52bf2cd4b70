import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { formatEuros } from '#platform/values/money.ts'
import { buildCompany, signedInAs } from '#testing/builders.ts'
import { admin, company, lease, lock, prepareReporting, reader, world } from '#testing/cases/reporting-cases.ts'
import { missingInPdf } from '#testing/files/pdf-words.ts'
import { readWorkbook } from '#testing/files/read-workbook.ts'
import type { Caller } from '#testing/world.ts'
import { reporting } from '../contract.ts'

prepareReporting()

const years = async (as = admin) =>
  (await world.ok(reporting.years, { as, query: { companyId: company.companyId } })).items
const statement = (format: 'pdf' | 'xlsx', year = '2026', as: Caller = reader) =>
  world.call(reporting.statement, { as, params: { companyId: company.companyId, year }, query: { format } })
const cents = (euros: number) => Math.round(100 * euros)

/** Two people of whom one has two bicycles, and two locked months; the later one corrects the earlier. */
async function twoMonths() {
  const first = await lease({ instalment_cents: 10_000 }, { employee: { employee_number: '1' } })
  await lease({ instalment_cents: 7_050 }, { employee: { employee_number: '2' } })
  await lock('2026-03')
  world.env.setNow('2026-04-10T08:00:00Z')
  const { database } = world.services
  await database.primary
    .updateTable('leasing_agreements')
    .set({ instalment_cents: 11_000 })
    .where('id', '=', first.agreementId)
    .execute()
  const as = await signedInAs(world, 'EMPLOYER_ADMIN', company)
  await lock('2026-04', as)
  return as
}

describe('the years of a company', () => {
  test('count its locked months alone, and sum to what their reports say', async () => {
    await lease({ instalment_cents: 10_000 })
    expect(await years()).toEqual([])
    const as = await twoMonths()
    const [year, ...others] = await years(as)
    const { items } = await world.ok(reporting.months, { as, query: { companyId: company.companyId } })
    const locked = items.filter(({ state }) => state === 'LOCKED')
    const sums = locked.flatMap(({ totals, corrected }) => [totals, ...corrected.map((one) => one.totals)])
    const sum = (of: (one: (typeof sums)[number]) => number) => sums.reduce((all, one) => all + cents(of(one)), 0)
    expect(others).toEqual([])
    expect(year).toMatchObject({ year: '2026', months: 2, people: 3, bicycles: 3 })
    expect(cents(year!.benefit)).toBe(sum(({ taxValue }) => taxValue))
    expect(cents(year!.cost)).toBe(sum(({ instalment, adminFee }) => instalment + adminFee))
    expect(year!.benefit).toBeGreaterThan(400)
  })

  test('are shown by a workbook and a document that say the same sums', async () => {
    const as = await twoMonths()
    const [year] = await years(as)
    const late = await signedInAs(world, 'EMPLOYER_REPORTING', company)
    const book = (await statement('xlsx', '2026', late)).raw
    const texts = [...readWorkbook(book)].filter(([place]) => place.startsWith('A')).map(([, { text }]) => text)
    expect(texts).toEqual(['Aika', '3/2026', '4/2026', '2026'])
    const sheetXml = strFromU8(unzipSync(book)['xl/worksheets/sheet1.xml']!)
    const figure = (place: string) => Number(new RegExp(`<c r="${place}"[^>]*><v>([^<]*)</v>`).exec(sheetXml)?.[1])
    expect(['B4', 'C4', 'D4', 'E4'].map(figure)).toEqual([year!.people, year!.bicycles, year!.benefit, year!.cost])
    const { raw } = await statement('pdf', '2026', late)
    const euros = [year!.benefit, year!.cost].map((sum) => formatEuros(cents(sum), 'fi').replaceAll('\u00a0', ' '))
    expect(missingInPdf(raw, ['Työsuhdepyörät 2026', ...euros])).toEqual([])
    expect((await statement('pdf', '2025', late)).status).toBe(404)
    expect((await statement('pdf', 'year', late)).status).toBe(404)
  })

  test('are there for the company’s own readers alone', async () => {
    const employee = await signedInAs(world, 'BIKE_BENEFICIARY', company)
    const asked = { as: employee, query: { companyId: company.companyId } }
    expect((await world.call(reporting.years, asked)).status).toBe(403)
    expect((await statement('pdf', '2026', employee)).status).toBe(403)
    const foreign = await signedInAs(world, 'EMPLOYER_ADMIN', await buildCompany(world))
    const theirs = { as: foreign, query: { companyId: company.companyId } }
    expect((await world.call(reporting.years, theirs)).status).toBe(404)
    expect((await statement('pdf', '2026', foreign)).status).toBe(404)
  })
})
