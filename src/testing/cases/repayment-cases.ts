import { afterAll, beforeAll, expect } from 'vitest'
import { banking } from '#features/money/banking/contract.ts'
import { invoices } from '#features/money/invoices/contract.ts'
import { payments } from '#features/money/payments/contract.ts'
import { bankDayFrom } from '#platform/values/bank-days.ts'
import { addDays, helsinkiDay } from '#platform/values/days.ts'
import { buildCompany, buildEmployee, signedInAs, stepUp } from '#testing/builders.ts'
import { bankSends } from '#testing/money/bank-files.ts'
import { releaseFile } from '#testing/runs/release-file.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'

export const payerIban = 'FI2112345600000785'

export const otherIban = 'FI1410093000123458'

export let world: World

export let maker: Caller
export let second: Caller

export let person: Caller

export let employeeId: string

export const get = (id: string) => world.ok(invoices.get, { as: maker, params: { id } })

let serial = 0

export const takeIn = (entry: string) => {
  serial += 1
  const xml = `<?xml version="1.0"?><Document><BkToCstmrStmt><GrpHdr><MsgId>R${serial}</MsgId></GrpHdr><Stmt><Id>S</Id><Acct><Id><IBAN>${world.services.brand.iban}</IBAN></Id></Acct><Ntry>${entry}<Sts>BOOK</Sts><BookgDt><Dt>2026-11-24</Dt></BookgDt><AcctSvcrRef>REP${serial}</AcctSvcrRef>`
  return (details: string) =>
    bankSends(world, `${xml}<NtryDtls><TxDtls>${details}</TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`)
}

/** A person's bill of 100 € that is credited; with `fromBank` it was paid by a movement that tells its account. */
export async function overpaid({ fromBank = true } = {}) {
  const bill = await world.ok(payments.create, {
    as: maker,
    body: { beneficiaryEmployeeId: employeeId, description: 'Lukko', amount: 100, hasVat: true },
  })
  const id = bill.invoiceId
  if (fromBank)
    await takeIn('<Amt Ccy="EUR">100.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>')(
      `<RltdPties><DbtrAcct><Id><IBAN>${payerIban}</IBAN></Id></DbtrAcct></RltdPties><RmtInf><Strd><CdtrRefInf><Ref>${bill.referenceNumber}</Ref></CdtrRefInf></Strd></RmtInf>`,
    )
  else
    await world.ok(invoices.pay, {
      as: maker,
      params: { id },
      body: { direction: 'IN', amount: 100, paidDay: helsinkiDay(world.env.now()), method: 'SVEA' },
    })
  await world.ok(invoices.credit, { as: maker, params: { id }, body: { reason: 'Peruttu' } })
  expect(await get(id)).toMatchObject({ open: -100, settlement: 'TO_REPAY' })
  return id
}

export const repay = (invoiceId: string, iban?: string, as = maker) =>
  world.call(banking.repay, { as, body: { invoiceId, ...(iban ? { iban } : {}) } })

export const confirmUnproven = (as: Caller, order: { paymentOrderId: string; version: number }) =>
  world.call(banking.confirmPayee, { as, params: { id: order.paymentOrderId }, body: { version: order.version } })

export const confirm = async (as: Caller, order: { paymentOrderId: string; version: number }) =>
  confirmUnproven(await stepUp(world, as), order)

export const make = (paymentOrderIds: string[]) =>
  world.call(banking.make, {
    as: maker,
    body: { executionDay: bankDayFrom(addDays(helsinkiDay(world.env.now()), 1)), paymentOrderIds },
  })

export const release = (as: Caller, file: { paymentFileId: string; version: number }) => releaseFile(world, as, file)

export const isListed = async (invoiceId: string) =>
  (await world.ok(banking.overpaid, { as: maker })).items.some((row) => row.invoiceId === invoiceId)

/** The page that the person was last mailed. */
export async function mailedToken(): Promise<string> {
  const rows = await world.services.database.primary
    .selectFrom('notifications')
    .select('link')
    .where('user_id', '=', person.userId)
    .where('template', '=', 'banking:notice.accountAsked')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows[0]!.link!.replace('/takaisinmaksu/', '')
}

/** A world with two of the staff and a payer for tests of repayments. */
export function prepareRepayments() {
  beforeAll(async () => {
    world = await openWorld()
    maker = await signedInAs(world, 'INTERNAL_ADMIN')
    second = await signedInAs(world, 'INTERNAL_ADMIN')
    const employee = await buildEmployee(world, await buildCompany(world))
    employeeId = employee.employeeId
    person = await world.signIn(employee.userId)
  })
  afterAll(() => world.close())
}
