import { type ProposalView, proposals } from '#features/ground/proposals/contract.ts'
import { bookkeeping } from '#features/money/bookkeeping/contract.ts'
import { lateMoney } from '#features/money/bookkeeping/late/contract.ts'
import { halfYearOf, nextHalfYear } from '#features/money/invoices/late/rules/late-interest.ts'
import { addMonths, firstOfMonth, type Month, monthOf, nextMonth } from '#platform/values/days.ts'
import { clientOf, type SeedParts } from './order-client.ts'

/** What whoever closed a month of the demo has said of a difference. */
const reasons = {
  BANK: 'Tiliotteet saldoineen otettiin käyttöön vasta myöhemmin',
  RECEIVABLES: 'Ero korjattu seuraavassa kuussa',
  PAYABLES: 'Ero korjattu seuraavassa kuussa',
  PREPAYMENTS: 'Ero korjattu seuraavassa kuussa',
  DEDUCTIONS: 'Työnantaja vahvistaa pidätykset seuraavassa kuussa',
}

/** The yes of another member of the staff to what the super admin has proposed. */
async function confirmed(parts: SeedParts, { proposalId, version }: ProposalView): Promise<void> {
  const asked = { as: parts.actors.staff, params: { id: proposalId }, body: { version } }
  await clientOf(parts).ok(proposals.confirm, asked)
}

/** The half-years since the last rate that comes with the service, at that rate: what the demo bills is made up anyway. */
async function seedRates(parts: SeedParts): Promise<void> {
  const { clock, actors } = parts
  const client = clientOf(parts)
  const as = actors.superAdmin
  const { percent, fromDay } = (await client.ok(lateMoney.rates, { as })).items[0]!
  const source = 'Esittelyaineiston korko, ei Suomen Pankin ilmoitus'
  for (let day = nextHalfYear(fromDay); day <= halfYearOf(clock.today); day = nextHalfYear(day))
    await confirmed(parts, await client.ok(lateMoney.addRate, { as, body: { fromDay: day, percent, source } }))
}

/** The books are closed up to the month before last, and returned but for that one: the last two months are open. */
export async function seedBooks(parts: SeedParts): Promise<void> {
  const { clock, actors } = parts
  const client = clientOf(parts)
  const as = actors.superAdmin
  const last = monthOf(addMonths(firstOfMonth(monthOf(clock.today)), -2))
  const later = (month: Month, day: string) => clock.setTo(`${month}-${day}`)
  clock.setTo(clock.today)
  const { items } = await client.ok(bookkeeping.months, { as })
  for (const { month } of items.filter((item) => item.month <= last).toReversed()) {
    const params = { month }
    later(nextMonth(month), '14')
    const { checks, version } = await client.ok(bookkeeping.month, { as, params })
    const wanted = checks.filter(({ agrees }) => !agrees).map(({ kind }) => [kind, reasons[kind]])
    const body = { version, reasons: Object.fromEntries(wanted) }
    const closed = await client.ok(bookkeeping.close, { as, params, body })
    if (month === last) continue
    later(nextMonth(nextMonth(month)), '10')
    await client.ok(bookkeeping.file, { as, params, body: { version: closed.version } })
  }
  clock.setTo(clock.today)
  await seedRates(parts)
}
