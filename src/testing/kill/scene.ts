import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { banking } from '#features/money/banking/contract.ts'
import { billing } from '#features/money/billing/contract.ts'
import { invoices } from '#features/money/invoices/contract.ts'
import { insertLines } from '#features/money/invoices/ledger/server/issue.ts'
import { priceLines } from '#features/money/invoices/rules/lines.ts'
import { billingSettings } from '#features/money/invoices/settings-contract.ts'
import { payments } from '#features/money/payments/contract.ts'
import { signatureOf } from '#features/money/payments/server/paytrail-client.ts'
import { reporting } from '#features/payroll/reporting/contract.ts'
import { bankDayFrom } from '#platform/values/bank-days.ts'
import { addDays, addMonths, helsinkiDay, monthOf } from '#platform/values/days.ts'
import { buildFeeInvoice } from '#testing/money/fee-invoice.ts'
import { buildCompany, buildEmployee, buildRunningLease, buildStore, signedInAs } from '../builders.ts'
import type { Caller, World } from '../world.ts'

/** Who and what all rounds share. */
export interface Stage {
  readonly staff: Caller
  readonly person: Caller
  readonly employeeId: string
  readonly companyId: string
  readonly bikeStoreId: string
}

/** Two companies of an operator's leases, a person who is billed and a store that is paid. */
export async function setStage(world: World, staff: Caller): Promise<Stage> {
  const companies = [1, 2].map(() =>
    buildCompany(world, { contact_email: 'laskut@yritys.example' }, { lessor: { kind: 'OPERATOR' } }),
  )
  const [company, other] = await Promise.all(companies)
  for (const one of [company!, company!, other!])
    await buildRunningLease(world, { company: one, agreement: { start_day: '2026-11-01', end_day: '2036-10-31' } })
  const { employeeId, userId } = await buildEmployee(world, company!)
  const boss = await signedInAs(world, 'SUPER_ADMIN')
  const settings = await world.ok(billingSettings.get, { as: boss })
  await world.ok(billingSettings.set, { as: boss, body: { ...settings, reminderFee: 5, termsNameReminderFee: true } })
  const { bikeStoreId } = await buildStore(world, { iban: 'FI2112345600000785' })
  return { staff, person: await world.signIn(userId), employeeId, companyId: company!.companyId, bikeStoreId }
}

/** A drafted month of billing, later than those before. */
export async function newBillingRun(world: World, { staff }: Stage, round: number): Promise<string> {
  const month = monthOf(addMonths('2026-12-01', round))
  // The row alone: whoever goes on with it is what is killed.
  const { env, database } = world.services
  const id = env.id()
  await database.primary
    .insertInto('billing_runs')
    .values({ id, month, status: 'DRAFTING', created_by: staff.userId, created_at: env.now(), updated_at: env.now() })
    .execute()
  await world.ok(billing.run, { as: staff, params: { id } })
  return id
}

/** Sent invoices, and a statement in the bank's inbox that pays them. */
export async function newStatement(
  world: World,
  { companyId }: Pick<Stage, 'companyId'>,
  inbox: string,
  round: number,
): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < 5; n += 1) {
    ids.push(await buildFeeInvoice(world, { companyId, lines: [{ cents: 1_500 }] }))
  }
  const rows = await world.services.database.primary
    .selectFrom('invoices')
    .select('reference_number')
    .where('id', 'in', ids)
    .execute()
  const entries = rows.map(
    ({ reference_number: reference }, n) =>
      `<Ntry><Amt Ccy="EUR">15.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt><AcctSvcrRef>K${round}N${n}</AcctSvcrRef><NtryDtls><TxDtls><RmtInf><Strd><CdtrRefInf><Ref>${reference}</Ref></CdtrRefInf></Strd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  )
  const account = world.services.brand.iban.replaceAll(' ', '')
  writeFileSync(
    path.join(inbox, `statement-${round}.xml`),
    `<?xml version="1.0"?><Document><BkToCstmrStmt><Stmt><Id>K${round}</Id><Acct><Id><IBAN>${account}</IBAN></Id></Acct>${entries.join('')}</Stmt></BkToCstmrStmt></Document>`,
  )
  return ids
}

/** A store's Finvoice. */
export const finvoiceText = (world: World, number: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><Finvoice Version="3.0">
<SellerPartyDetails><SellerPartyIdentifier>7654321-2</SellerPartyIdentifier><SellerOrganisationName>Testipyörä Oy</SellerOrganisationName></SellerPartyDetails>
<BuyerPartyDetails><BuyerPartyIdentifier>${world.services.brand.businessId}</BuyerPartyIdentifier><BuyerOrganisationName>X</BuyerOrganisationName></BuyerPartyDetails>
<InvoiceDetails><InvoiceTypeCode>INV01</InvoiceTypeCode><InvoiceNumber>${number}</InvoiceNumber><InvoiceDate Format="CCYYMMDD">20261120</InvoiceDate>
<InvoiceTotalVatAmount AmountCurrencyIdentifier="EUR">25,50</InvoiceTotalVatAmount><InvoiceTotalVatIncludedAmount AmountCurrencyIdentifier="EUR">125,50</InvoiceTotalVatIncludedAmount>
<VatSpecificationDetails><VatBaseAmount AmountCurrencyIdentifier="EUR">100,00</VatBaseAmount><VatRatePercent>25,5</VatRatePercent><VatRateAmount AmountCurrencyIdentifier="EUR">25,50</VatRateAmount></VatSpecificationDetails></InvoiceDetails>
<InvoiceRow><ArticleName>Huolto</ArticleName><RowVatRatePercent>25,5</RowVatRatePercent><RowVatExcludedAmount AmountCurrencyIdentifier="EUR">100,00</RowVatExcludedAmount></InvoiceRow></Finvoice>`

/** A store's Finvoice in the operator's inbox. */
export function newFinvoice(world: World, inbox: string, round: number): void {
  writeFileSync(path.join(inbox, `finvoice-${round}.xml`), finvoiceText(world, `K-${round}`))
}

/** A bill that a person has begun to pay online, and what the payment service is about to tell of it. */
export async function newCallback(
  world: World,
  { staff, person, employeeId }: Stage,
  merchant: { id: string; secret: string },
) {
  const body = { beneficiaryEmployeeId: employeeId, description: 'Lukko', amount: 20, hasVat: true }
  const { invoiceId } = await world.ok(payments.create, { as: staff, body })
  const { items } = await world.ok(payments.list, { as: person })
  const token = items.find((row) => row.invoiceId === invoiceId)!.payPath!.replace('/maksu/', '')
  const { href } = await world.ok(payments.payOnline, { params: { token }, body: {} })
  const transactionId = href.split('/').at(-1)!
  const attempt = await world.services.database.primary
    .selectFrom('paytrail_attempts')
    .selectAll()
    .where('transaction_id', '=', transactionId)
    .executeTakeFirstOrThrow()
  const query: Record<string, string> = {
    'checkout-account': merchant.id,
    'checkout-algorithm': 'sha256',
    'checkout-amount': String(attempt.amount_cents),
    'checkout-stamp': attempt.id,
    'checkout-reference': '123',
    'checkout-transaction-id': transactionId,
    'checkout-status': 'ok',
  }
  return { invoiceId, query: { ...query, signature: signatureOf(merchant.secret, query) } }
}

/** A bill that was paid online and credited, so that its payment is to go back through the payment service. */
export async function newRefund(world: World, stage: Stage, merchant: { id: string; secret: string }) {
  const { invoiceId, query } = await newCallback(world, stage, merchant)
  await world.ok(payments.paytrailCallback, { anyQuery: query })
  const params = { id: invoiceId }
  await world.ok(invoices.credit, { as: stage.staff, params, body: { reason: 'Peruttu' } })
  const { payments: paid } = await world.ok(invoices.get, { as: stage.staff, params })
  return { invoiceId, paymentId: paid[0]!.paymentId }
}

/** A payment file to a store that waits for its release. */
export async function newPaymentFile(world: World, { staff, companyId, bikeStoreId }: Stage, round: number) {
  const { env, database } = world.services
  const id = env.id()
  const { lines, totals } = priceLines([
    { purpose: 'OTHER' as const, description: 'Pyörä', grossCents: 100_000 + round, vatBasisPoints: 2550 },
  ])
  await database.transaction(async (db) => {
    await db
      .insertInto('invoices')
      .values({
        id,
        company_id: companyId,
        direction: 'PURCHASE',
        party: 'STORE',
        stage: 'RECEIVED',
        status: 'RECEIVED',
        bike_store_id: bikeStoreId,
        number: `K${round}`,
        reference_number: '1232',
        iban: 'FI2112345600000785',
        issue_day: '2026-11-01',
        due_day: '2026-11-30',
        matched_at: env.now(),
        net_cents: totals.netCents,
        vat_cents: totals.vatCents,
        total_cents: totals.grossCents,
      })
      .execute()
    await insertLines(db, env, { companyId, invoiceId: id, lines })
  })
  for (const status of ['VERIFIED', 'APPROVED'] as const) {
    const { version } = await world.ok(invoices.get, { as: staff, params: { id } })
    await world.ok(invoices.setStatus, { as: staff, params: { id }, body: { status, version } })
  }
  await world.ok(banking.queue, { as: staff, body: { invoiceIds: [id] } })
  const executionDay = bankDayFrom(addDays(helsinkiDay(env.now()), 1))
  const { paymentFileId, version } = await world.ok(banking.make, { as: staff, body: { executionDay } })
  return { invoiceId: id, paymentFileId, version }
}

/** Bills of a person: one whose first reminder is due, and one whose second is, which costs a fee. */
export async function newReminders(world: World, { staff, employeeId }: Stage) {
  const { env, services } = world
  const late = async (days: number, change: { first_reminder_at?: Date }) => {
    const body = { beneficiaryEmployeeId: employeeId, description: 'Lukko', amount: 30, hasVat: true }
    const { invoiceId } = await world.ok(payments.create, { as: staff, body })
    const due_day = addDays(helsinkiDay(env.now()), -days)
    await services.database.primary
      .updateTable('invoices')
      .set({ due_day, ...change })
      .where('id', '=', invoiceId)
      .execute()
    return invoiceId
  }
  const yesterday = new Date(env.now().getTime() - 86_400_000)
  return { first: await late(4, {}), second: await late(20, { first_reminder_at: yesterday }) }
}

/** Two companies with a month of payroll: one that its employer locks, and one that waits for the job. */
export async function newPayrollMonths(world: World, { staff }: Stage) {
  const month = '2026-11'
  const reported = async () => {
    const company = await buildCompany(world)
    // Over before the first month of billing.
    const agreement = { start_day: '2026-11-01', end_day: '2026-11-30' }
    for (let n = 0; n < 2; n += 1) await buildRunningLease(world, { company, agreement })
    const params = { companyId: company.companyId, month }
    const { previewHash } = await world.ok(reporting.rows, { as: staff, params })
    return { params, previewHash: previewHash! }
  }
  const own = await reported()
  const large = await reported()
  await world.services.database.primary
    .insertInto('payroll_lock_runs')
    .values({
      id: world.env.id(),
      company_id: large.params.companyId,
      month,
      preview_hash: large.previewHash,
      row_count: 2,
      requested_by: staff.userId,
      by_staff: true,
    })
    .execute()
  const admin = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: own.params.companyId })
  return { ...own, admin, largeCompanyId: large.params.companyId }
}
