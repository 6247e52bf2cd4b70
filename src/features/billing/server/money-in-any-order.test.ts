import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { banking } from '#features/banking/contract.ts'
import { invoices } from '#features/invoices/contract.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import { buildCompany, signedInAs } from '#testing/builders.ts'
import { buildFeeInvoice } from '#testing/fee-invoice.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { reconciliation } from './bookkeeping.ts'

let world: World
let staff: Caller
let companyId: string
beforeAll(async () => {
  world = await openWorld()
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
  companyId = (await buildCompany(world)).companyId
})
afterAll(() => world.close())

const today = () => helsinkiDay(world.env.now())
const made: string[] = []
const payments: string[] = []
let files = 0

const issue = async (cents: number) => {
  const lines = [{ cents }, { cents: 100, vatBasisPoints: 0, purpose: 'DEDUCTIBLE' as const }]
  made.push(await buildFeeInvoice(world, { companyId, dueDay: today(), lines }))
}
const chosen = (at: number) => made[at % made.length]
const get = (id: string) => world.ok(invoices.get, { as: staff, params: { id } })

/** What people do with an invoice; a refusal is as good as a success, as long as the sums agree. */
const actions = {
  async pay(id: string, cents: number) {
    const body = { direction: 'IN' as const, amount: eurosFromCents(cents), paidDay: today(), method: 'BANK' as const }
    const reply = await world.call(invoices.pay, { as: staff, params: { id }, body })
    if (reply.status === 201) payments.push(reply.body.payments.at(-1)!.paymentId)
  },
  async payBack(id: string, cents: number) {
    const body = { direction: 'OUT' as const, amount: eurosFromCents(cents), paidDay: today(), method: 'BANK' as const }
    await world.call(invoices.pay, { as: staff, params: { id }, body })
  },
  async credit(id: string) {
    await world.call(invoices.credit, { as: staff, params: { id }, body: { reason: 'Peruttu' } })
  },
  async creditPart(id: string, cents: number) {
    const { lines } = await get(id)
    const line = { lineId: lines[0]!.lineId, amount: eurosFromCents(cents) }
    await world.call(invoices.credit, { as: staff, params: { id }, body: { reason: 'Alennus', lines: [line] } })
  },
  async reverse(_id: string, cents: number) {
    const paymentId = payments[cents % Math.max(1, payments.length)]
    if (paymentId)
      await world.call(invoices.reverse, { as: staff, params: { paymentId }, body: { reason: 'Väärä lasku' } })
  },
  async writeOff(id: string) {
    const { version } = await get(id)
    await world.call(invoices.writeOff, { as: staff, params: { id }, body: { reason: 'Maksukyvytön', version } })
  },
  async file(id: string, cents: number) {
    const { referenceNumber, open } = await get(id)
    const amount = cents % 2 && open > 0 ? open : eurosFromCents(cents)
    files += 1
    const xml = `<?xml version="1.0"?><Document><BkToCstmrStmt><GrpHdr><MsgId>${files}</MsgId></GrpHdr><Stmt><Id>S</Id><Acct><Id><IBAN>${world.services.brand.iban}</IBAN></Id></Acct><Ntry><Amt Ccy="EUR">${amount.toFixed(2)}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt><AcctSvcrRef>F${files}</AcctSvcrRef><NtryDtls><TxDtls><RmtInf><Strd><CdtrRefInf><Ref>${referenceNumber}</Ref></CdtrRefInf></Strd></RmtInf></TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`
    await world.ok(banking.takeIn, { as: staff, query: { fileName: 'tili.xml' }, body: Buffer.from(xml) })
  },
}
const step = fc.record({
  act: fc.constantFrom('issue' as const, ...(Object.keys(actions) as (keyof typeof actions)[])),
  invoice: fc.nat(30),
  cents: fc.integer({ min: 1, max: 9_000 }),
})

it('keeps the ledger equal to what the invoices say, whatever is done in whatever order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 14, maxLength: 14 }), async (steps) => {
      await issue(5_000)
      for (const { act, invoice, cents } of steps) {
        if (act === 'issue') await issue(cents)
        else await actions[act](chosen(invoice)!, cents)
        const found = await reconciliation(world.services.database.primary, today())
        expect(found, act).toMatchObject({ isBalanced: true })
      }
    }),
    { numRuns: 3, seed: 7, endOnFailure: true },
  )
  expect(payments.length).toBeGreaterThan(0)
  for (const id of made) {
    const { status, total, credited, paid, writtenOff, open } = await get(id)
    expect(Math.round((total - credited - paid - writtenOff) * 100), status).toBe(Math.round(open * 100))
  }
}, 120_000)
