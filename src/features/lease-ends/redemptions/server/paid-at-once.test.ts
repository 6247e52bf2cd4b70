import { afterAll, beforeAll, expect, it } from 'vitest'
import { invoices } from '#features/money/invoices/contract.ts'
import { ledgerPorts, provideLedgerPorts } from '#features/money/invoices/ledger/server/ports.ts'
import { payments } from '#features/money/payments/contract.ts'
import { startDemoPaytrail } from '#features/money/payments/server/demo-peer.ts'
import { assignRole, buildCompany, buildRunningLease, signedInAs } from '#testing/builders.ts'
import { bankBrings } from '#testing/money/bank-files.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { redemptions } from '../contract.ts'
import { followRedemptions } from './jobs.ts'

let world: World
let peer: Awaited<ReturnType<typeof startDemoPaytrail>>
let staff: Caller
beforeAll(async () => {
  peer = await startDemoPaytrail()
  world = await openWorld({
    variables: {
      PAYTRAIL_URL: peer.config.url,
      PAYTRAIL_MERCHANT_ID: peer.config.merchantId,
      PAYTRAIL_SECRET: peer.config.secret,
    },
  })
  world.env.setNow('2026-11-10T08:00:00Z')
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
})
afterAll(async () => {
  await world.close()
  await peer.close()
})

const db = () => world.services.database.primary

/** A redemption whose bill has been sent to its person. */
async function billed() {
  const company = await buildCompany(world, {}, { lessor: { kind: 'OPERATOR' } })
  const agreement = {
    start_day: '2026-01-01',
    end_day: '2029-04-30',
    lease_months: 40,
    price_cents: 300_000,
    residual_cents: 15_000,
    buy_out_cents: Array.from({ length: 40 }, (_, month) => 290_000 - month * 7_000),
    bike_at: 'EMPLOYEE' as const,
  }
  const lease = await buildRunningLease(world, { company, agreement })
  const { user_id } = await db()
    .selectFrom('beneficiary_employees')
    .select('user_id')
    .where('id', '=', lease.employeeId)
    .executeTakeFirstOrThrow()
  await assignRole(world, user_id, 'BIKE_BENEFICIARY')
  const person = await world.signIn(user_id)
  const body = { leasingAgreementId: lease.agreementId, reason: 'OWN_WISH' } as const
  const offered = await world.ok(redemptions.create, { as: person, body })
  const sent = await world.ok(redemptions.update, {
    as: person,
    params: { id: offered.id },
    body: { step: 'accept', version: offered.version, paymentMethod: 'INVOICE', hasReadInformation: true },
  })
  const invoice = await db()
    .selectFrom('invoices')
    .select(['id', 'reference_number', 'total_cents'])
    .where('agreement_id', '=', lease.agreementId)
    .where('purpose', '=', 'REDEMPTION')
    .executeTakeFirstOrThrow()
  const now = () => world.ok(redemptions.get, { as: person, params: { id: offered.id } })
  return { invoice, token: sent.invoice!.payPath!.replace('/maksu/', ''), now }
}

const byHand = ({ id, total_cents }: { id: string; total_cents: number }) =>
  world.call(invoices.pay, {
    as: staff,
    params: { id },
    body: { direction: 'IN', amount: total_cents / 100, paidDay: '2026-11-10', method: 'MANUAL', reason: 'Tiliote' },
  })

it('moves with its payment, online, by a bank statement and by hand, before any job has run', async () => {
  const online = await billed()
  expect(await online.now()).toMatchObject({ step: 'USER_PAYMENT_SENT', waitingFor: ['EMPLOYEE'] })
  const { href } = await world.ok(payments.payOnline, { params: { token: online.token }, body: {} })
  // Told as the service tells it: the payer comes back with its signed news.
  const back = await fetch(href.replace('/pay/', '/choose/').concat('/ok'), { redirect: 'manual' })
  const query = Object.fromEntries(new URL(back.headers.get('location')!).searchParams)
  await world.ok(payments.paytrailReturn, { anyQuery: query })

  const byBank = await billed()
  const { reference_number, total_cents } = byBank.invoice
  const amount = (total_cents / 100).toFixed(2)
  const statement = `<?xml version="1.0"?><Document><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr><Stmt><Id>S</Id><Acct><Id><IBAN>${world.services.brand.iban}</IBAN></Id></Acct><Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-10</Dt></BookgDt><AcctSvcrRef>ATONCE1</AcctSvcrRef><NtryDtls><TxDtls><RmtInf><Strd><CdtrRefInf><Ref>${reference_number}</Ref></CdtrRefInf></Strd></RmtInf></TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`
  expect(await bankBrings(world, statement)).toMatchObject({ matchedCount: 1 })

  const manual = await billed()
  expect((await byHand(manual.invoice)).status).toBe(201)

  for (const [way, { now }] of Object.entries({ online, byBank, manual }))
    expect(await now(), way).toMatchObject({ step: 'LESSOR_INVOICE_SENT', waitingFor: [] })
})

it('leaves a payment as it is when what waits for it cannot follow, and the job asks again', async () => {
  const ports = ledgerPorts()
  const failing = ports.paidFollowers.map((follower) => ({
    ...follower,
    async follow(tx: Parameters<typeof follower.follow>[0], services: World['services'], id: string) {
      await follower.follow(tx, services, id)
      throw new Error('the sealing service is away')
    },
  }))
  const of = await billed()
  provideLedgerPorts({ ...ports, paidFollowers: failing })
  expect((await byHand(of.invoice)).status).toBe(201)
  provideLedgerPorts(ports)
  const paid = await world.ok(invoices.get, { as: staff, params: { id: of.invoice.id } })
  expect(paid).toMatchObject({ open: 0, payments: [{ amount: of.invoice.total_cents / 100 }] })
  expect(await of.now(), 'what it had written is undone').toMatchObject({ step: 'USER_PAYMENT_SENT' })
  await followRedemptions.run(world.services)
  expect(await of.now()).toMatchObject({ step: 'LESSOR_INVOICE_SENT' })
})
