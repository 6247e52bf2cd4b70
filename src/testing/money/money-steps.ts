import fc from 'fast-check'
import { banking } from '#features/money/banking/contract.ts'
import { eInvoices } from '#features/money/e-invoices/contract.ts'
import { invoices } from '#features/money/invoices/contract.ts'
import { bankDayFrom } from '#platform/values/bank-days.ts'
import { addDays, helsinkiDay } from '#platform/values/days.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import { buildCompany, buildEmployee, buildRunningLease, buildStore, signedInAs, stepUp } from '#testing/builders.ts'
import { takenOf } from '#testing/money/received-e-invoice.ts'
import { releaseFile } from '#testing/runs/release-file.ts'
import type { World } from '#testing/world.ts'
import { bankSends } from './bank-files.ts'
import { buildFeeInvoice } from './fee-invoice.ts'
import { type Peer, stepsOfClaims, stepsOfPeople } from './money-person-steps.ts'

const payeeIban = 'FI2112345600000785'
const sellerId = '7654321-2'

/** One thing that is done with one of the invoices that there are. */
export interface MoneyStep {
  readonly action: MoneyAction
  readonly invoice: number
  readonly cents: number
}
type MoneyAction = keyof ReturnType<typeof actionsOf>

async function openMoney(world: World, peer: Peer) {
  const [staff, second] = [await signedInAs(world, 'INTERNAL_ADMIN'), await signedInAs(world, 'INTERNAL_ADMIN')]
  const company = await buildCompany(world)
  const { bikeStoreId } = await buildStore(world, { iban: payeeIban, business_id: sellerId })
  const { orderId } = await buildRunningLease(world, { company })
  await world.services.database.primary
    .updateTable('orders')
    .set({ bike_store_id: bikeStoreId })
    .where('id', '=', orderId)
    .execute()
  const { employeeId } = await buildEmployee(world, company)
  const claims = new Map<string, { version: number; cents: number }>()
  const made: string[] = []
  return { world, staff, second, peer, companyId: company.companyId, employeeId, orderId, made, claims, serial: 0 }
}
type Office = Awaited<ReturnType<typeof openMoney>>

const statementOf = (office: Office, entry: string, details: string) => {
  office.serial += 1
  const { iban } = office.world.services.brand
  const xml = `<?xml version="1.0"?><Document><BkToCstmrStmt><GrpHdr><MsgId>${office.serial}</MsgId></GrpHdr><Stmt><Id>S</Id><Acct><Id><IBAN>${iban}</IBAN></Id></Acct><Ntry>${entry}<Sts>BOOK</Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt><AcctSvcrRef>M${office.serial}</AcctSvcrRef><NtryDtls><TxDtls>${details}</TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`
  return takeIn(office, xml)
}
const takeIn = ({ world }: Office, xml: string) => bankSends(world, xml)
const amountOf = (euros: number, sign: 'CRDT' | 'DBIT') =>
  `<Amt Ccy="EUR">${euros.toFixed(2)}</Amt><CdtDbtInd>${sign}</CdtDbtInd>`

/** The calls that several of the steps make. */
function callsOf({ world, staff }: Office) {
  const get = (id: string) => world.ok(invoices.get, { as: staff, params: { id } })
  const pay = (id: string, direction: 'IN' | 'OUT', cents: number) =>
    world.call(invoices.pay, {
      as: staff,
      params: { id },
      body: {
        direction,
        amount: eurosFromCents(cents),
        paidDay: helsinkiDay(world.env.now()),
        method: 'BANK' as const,
      },
    })
  const step = async (id: string, status: 'VERIFIED' | 'APPROVED') => {
    const { version } = await get(id)
    await world.call(invoices.setStatus, { as: staff, params: { id }, body: { status, version } })
  }
  const ordersIn = async (state: 'QUEUED' | 'SENT') =>
    (await world.ok(banking.orders, { as: staff, query: { state, limit: 100 } })).items
  return { get, pay, step, ordersIn }
}

/** What people do with an invoice by hand. */
function stepsByHand(office: Office) {
  const { world, staff } = office
  const { get, pay } = callsOf(office)
  return {
    pay: (id: string, cents: number) => pay(id, 'IN', cents),
    payBack: (id: string, cents: number) => pay(id, 'OUT', cents),
    credit: (id: string) => world.call(invoices.credit, { as: staff, params: { id }, body: { reason: 'Peruttu' } }),
    async creditPart(id: string, cents: number) {
      const line = { lineId: (await get(id)).lines[0]!.lineId, amount: eurosFromCents(cents) }
      await world.call(invoices.credit, { as: staff, params: { id }, body: { reason: 'Alennus', lines: [line] } })
    },
    async reverse(id: string, cents: number) {
      const { payments } = await get(id)
      const payment = payments[cents % Math.max(1, payments.length)]
      if (payment)
        await world.call(invoices.reverse, {
          as: staff,
          params: { paymentId: payment.paymentId },
          body: { reason: 'Väärä lasku' },
        })
    },
    async writeOff(id: string) {
      const { version } = await get(id)
      await world.call(invoices.writeOff, { as: staff, params: { id }, body: { reason: 'Maksukyvytön', version } })
    },
  }
}

/** A movement that waits is matched by hand, or a match is taken back. */
function stepsOfStatements(office: Office) {
  const { world, staff } = office
  const { get } = callsOf(office)
  return {
    /** A statement with a payment by reference: every other one of exactly what is open. */
    async statement(id: string, cents: number) {
      const { referenceNumber, open } = await get(id)
      const euros = cents % 2 && open > 0 ? open : eurosFromCents(cents)
      const reference = `<RmtInf><Strd><CdtrRefInf><Ref>${referenceNumber}</Ref></CdtrRefInf></Strd></RmtInf>`
      await statementOf(office, amountOf(euros, 'CRDT'), reference)
    },
    /** A movement that waits is matched by hand, or a match is taken back. */
    async match(id: string, cents: number) {
      const { items } = await world.ok(banking.entries, { as: staff, query: { direction: 'CREDIT', limit: 100 } })
      const entry = items[cents % Math.max(1, items.length)]
      if (!entry) return
      const call = { as: staff, params: { id: entry.bankEntryId } }
      const { version, amount } = entry
      if (entry.state === 'OPEN')
        await world.call(banking.match, { ...call, body: { version, parts: [{ invoiceId: id, amount }] } })
      else await world.call(banking.reopen, { ...call, body: { version, reason: 'Väärin' } })
    },
  }
}

/** What goes out, and what the bank answers to it. */
function stepsOfPaymentFiles(office: Office) {
  const { world, staff, second } = office
  const { step, ordersIn } = callsOf(office)
  return {
    /** A store's Finvoice, entered, checked and approved, and what is overpaid, into the queue; then a file of it all. */
    async payOut(id: string, cents: number) {
      const invoiceId = cents % 2 ? await received(office, cents) : null
      if (invoiceId) {
        // An order has one invoice that is paid: the many of this play are of none, and entered for something else.
        const invoice = world.services.database.primary.updateTable('invoices').where('id', '=', invoiceId)
        await invoice.set({ order_id: null, matched_at: world.env.now() }).execute()
        await step(invoiceId, 'VERIFIED')
        await step(invoiceId, 'APPROVED')
        await world.call(banking.queue, { as: staff, body: { invoiceIds: [invoiceId] } })
      }
      const { body } = await world.call(banking.repay, { as: staff, body: { invoiceId: id, iban: payeeIban } })
      if (body.state === 'TO_CONFIRM')
        await world.ok(banking.confirmPayee, {
          as: await stepUp(world, second),
          params: { id: body.paymentOrderId },
          body: { version: body.version },
        })
      if ((await ordersIn('QUEUED')).every(({ paymentFileId }) => paymentFileId)) return
      const executionDay = bankDayFrom(addDays(helsinkiDay(world.env.now()), 1))
      const file = await world.ok(banking.make, { as: staff, body: { executionDay } })
      const params = { id: file.paymentFileId }
      const released = await releaseFile(world, second, file)
      if (released.status !== 200)
        await world.ok(banking.withdraw, { as: staff, params, body: { version: file.version } })
    },
    /** The bank carries a payment out, or its report refuses it. */
    async bank(_id: string, cents: number) {
      const sent = await ordersIn('SENT')
      const order = sent[cents % Math.max(1, sent.length)]
      if (!order) return
      const endToEnd = order.paymentOrderId.replaceAll('-', '')
      if (cents % 3)
        await statementOf(office, amountOf(order.amount, 'DBIT'), `<Refs><EndToEndId>${endToEnd}</EndToEndId></Refs>`)
      else
        await takeIn(
          office,
          `<?xml version="1.0"?><Document><CstmrPmtStsRpt><GrpHdr><MsgId>${endToEnd}</MsgId></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>X</OrgnlMsgId></OrgnlGrpInfAndSts><OrgnlPmtInfAndSts><TxInfAndSts><OrgnlEndToEndId>${endToEnd}</OrgnlEndToEndId><TxSts>RJCT</TxSts></TxInfAndSts></OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`,
        )
    },
  }
}

/** What people and files do with an invoice; a refusal is as good as a success, as long as the sums agree. */
const actionsOf = (office: Office) => ({
  ...stepsByHand(office),
  ...stepsOfStatements(office),
  ...stepsOfPaymentFiles(office),
  ...stepsOfPeople(office),
  ...stepsOfClaims(office),
})

/** A store's Finvoice of a hundred euros, VAT included, entered for the order. @returns the invoice */
async function received(office: Office, cents: number): Promise<string> {
  const { world, staff } = office
  office.serial += 1
  const net = eurosFromCents(cents).toFixed(2).replace('.', ',')
  const eur = 'AmountCurrencyIdentifier="EUR"'
  const xml = `<?xml version="1.0" encoding="UTF-8"?><Finvoice Version="3.0"><SellerPartyDetails><SellerPartyIdentifier>${sellerId}</SellerPartyIdentifier><SellerOrganisationName>Testipyörä</SellerOrganisationName></SellerPartyDetails><SellerInformationDetails><SellerAccountDetails><SellerAccountID IdentificationSchemeName="IBAN">${payeeIban}</SellerAccountID></SellerAccountDetails></SellerInformationDetails><BuyerPartyDetails><BuyerPartyIdentifier>${world.services.brand.businessId}</BuyerPartyIdentifier><BuyerOrganisationName>X</BuyerOrganisationName></BuyerPartyDetails><InvoiceDetails><InvoiceTypeCode>INV01</InvoiceTypeCode><InvoiceNumber>F${office.serial}</InvoiceNumber><InvoiceDate Format="CCYYMMDD">20261120</InvoiceDate><InvoiceTotalVatAmount ${eur}>0,00</InvoiceTotalVatAmount><InvoiceTotalVatIncludedAmount ${eur}>${net}</InvoiceTotalVatIncludedAmount><VatSpecificationDetails><VatBaseAmount ${eur}>${net}</VatBaseAmount><VatRatePercent>0</VatRatePercent><VatRateAmount ${eur}>0,00</VatRateAmount></VatSpecificationDetails></InvoiceDetails><InvoiceRow><ArticleName>Huolto</ArticleName><RowVatRatePercent>0</RowVatRatePercent><RowVatExcludedAmount ${eur}>${net}</RowVatExcludedAmount></InvoiceRow></Finvoice>`
  const one = takenOf(
    await world.ok(eInvoices.takeIn, { as: staff, query: { fileName: 'lasku.xml' }, body: Buffer.from(xml) }),
  )
  const entered = await world.ok(eInvoices.enter, {
    as: staff,
    params: { id: one.receivedId },
    body: { version: one.version, orderId: office.orderId, isBeside: true },
  })
  return entered.invoiceId!
}

/** An office with invoices, and a way to do one thing after another with them. */
export async function moneyOffice(world: World, peer: Peer) {
  const office = await openMoney(world, peer)
  const actions = actionsOf(office)
  const { made } = office
  const issue = async (cents: number) => {
    const lines = [{ cents }, { cents: 100, purpose: 'DEDUCTIBLE' as const, vatBasisPoints: 0 }]
    made.push(
      await buildFeeInvoice(world, { companyId: office.companyId, dueDay: helsinkiDay(world.env.now()), lines }),
    )
  }
  return {
    made,
    claims: office.claims,
    actions: Object.keys(actions) as MoneyAction[],
    issue,
    get: (id: string) => world.ok(invoices.get, { as: office.staff, params: { id } }),
    take: ({ action, invoice, cents }: MoneyStep) => actions[action](made[invoice % made.length]!, cents),
    steps: fc.record<MoneyStep>({
      action: fc.constantFrom(...(Object.keys(actions) as MoneyAction[])),
      invoice: fc.nat(30),
      cents: fc.integer({ min: 1, max: 9_000 }),
    }),
  }
}
