import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AppError } from '#platform/contract/errors.ts'
import { buildCompany, signedInAs } from '#testing/builders.ts'
import { bankBrings } from '#testing/money/bank-files.ts'
import { buildFeeInvoice } from '#testing/money/fee-invoice.ts'
import { openWorld, type World } from '#testing/world.ts'
import { banking } from '../../contract.ts'

let world: World
let staff: { as: Awaited<ReturnType<typeof signedInAs>> }
let companyId: string
beforeAll(async () => {
  world = await openWorld()
  staff = { as: await signedInAs(world, 'INTERNAL_ADMIN') }
  companyId = (await buildCompany(world)).companyId
})
afterAll(() => world.close())

/** A sent invoice of the company. */
async function invoiceOf(cents: number) {
  const id = await buildFeeInvoice(world, { companyId, lines: [{ cents }] })
  const db = world.services.database.primary
  return db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

let serial = 0
const nextReference = () => {
  serial += 1
  return `ARCH${serial}`
}
const entry = (amount: string, reference: string, { sign = 'CRDT', ref = nextReference(), more = '' } = {}) =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt><AcctSvcrRef>${ref}</AcctSvcrRef><NtryDtls><TxDtls>${more}<RltdPties><Dbtr><Nm>Testi Maksaja</Nm></Dbtr></RltdPties><RmtInf><Strd><CdtrRefInf><Ref>${reference}</Ref></CdtrRefInf></Strd></RmtInf></TxDtls></NtryDtls></Ntry>`

const statement = (entries: string, { iban = world.services.brand.iban, kind = '053' } = {}) => {
  const [root, item] = kind === '053' ? ['BkToCstmrStmt', 'Stmt'] : ['BkToCstmrDbtCdtNtfctn', 'Ntfctn']
  serial += 1
  return Buffer.from(
    `<?xml version="1.0"?><Document><${root}><GrpHdr><MsgId>${serial}</MsgId></GrpHdr><${item}><Id>S</Id><Acct><Id><IBAN>${iban}</IBAN></Id></Acct>${entries}</${item}></${root}></Document>`,
  )
}

/** What the bank's connection has brought, or why it was refused. */
const takeIn = (content: Buffer) =>
  bankBrings(world, content).then(
    (body) => ({ isTaken: true, body }) as const,
    (error: AppError) => ({ isTaken: false, body: { code: error.code, ...error.extras } }) as const,
  )

it('answers a file that is sent again with its key as it did the first time', async () => {
  const content = statement(entry('10.00', '13'))
  const call = { ...staff, query: { fileName: 'tiliote.xml' }, body: content, key: 'statement 1' }
  const first = await world.call(banking.takeIn, call)
  const before = await everything()
  const again = await world.call(banking.takeIn, call)
  expect([first.status, again.status, again.body, await everything()]).toEqual([202, 202, first.body, before])
})

const statusOf = async (id: string) =>
  (
    await world.services.database.primary
      .selectFrom('invoices')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).status

const everything = async () => {
  const result = await sql<{ counts: string }>`select concat_ws(',', (select count(*) from bank_files),
    (select count(*) from bank_entries), (select count(*) from payments), (select count(*) from ledger_rows)) as counts`.execute(
    world.services.database.primary,
  )
  return result.rows[0]!.counts
}

describe('a statement that is taken in', () => {
  it('settles the invoice whose reference and open sum it names, once, and leaves another sum to a person', async () => {
    const [whole, part] = [await invoiceOf(10_000), await invoiceOf(5_000)]
    const content = statement(entry('100.00', `000${whole.reference_number}`) + entry('20.00', part.reference_number!))
    const reply = await takeIn(content)
    expect(reply.isTaken).toBe(true)
    expect(reply.body).toMatchObject({ kind: 'CAMT053', entryCount: 2, matchedCount: 1, knownCount: 0 })
    expect([await statusOf(whole.id), await statusOf(part.id)]).toEqual(['PAID', 'SENT'])
    const before = await everything()
    expect((await takeIn(content)).body).toMatchObject({ code: 'BANK_FILE_REPEATED' })
    expect(await everything()).toBe(before)
  })

  it('brings each movement once, however many files tell of it', async () => {
    const invoice = await invoiceOf(7_000)
    const one = entry('70.00', invoice.reference_number!, { ref: 'SHARED1' })
    expect((await takeIn(statement(one, { kind: '054' }))).body).toMatchObject({ entryCount: 1, matchedCount: 1 })
    expect((await takeIn(statement(one))).body).toMatchObject({ entryCount: 0, matchedCount: 0, knownCount: 1 })
    expect(await statusOf(invoice.id)).toBe('PAID')
  })

  it('knows the sum of a batch beside its single transactions', async () => {
    const batch = (inner: string) =>
      `<Ntry><Amt Ccy="EUR">30.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt><AcctSvcrRef>BATCH9</AcctSvcrRef><NtryDtls>${inner}</NtryDtls></Ntry>`
    await takeIn(statement(batch('<Btch><NbOfTxs>2</NbOfTxs></Btch>')))
    const singles = ['10.00', '20.00'].map((amount) => `<TxDtls><Amt Ccy="EUR">${amount}</Amt></TxDtls>`).join('')
    await takeIn(statement(batch(singles), { kind: '054' }))
    const rows = await world.services.database.primary
      .selectFrom('bank_entries')
      .select(['position', 'state'])
      .where('servicer_reference', '=', 'BATCH9')
      .orderBy('position')
      .execute()
    expect(rows).toEqual([
      { position: 0, state: 'TOTAL' },
      { position: 1, state: 'OPEN' },
      { position: 2, state: 'OPEN' },
    ])
  })

  it('is refused whole with the line named when it is no whole document, and nothing of it stays', async () => {
    const invoice = await invoiceOf(3_000)
    const before = await everything()
    const whole = String(statement(entry('30.00', invoice.reference_number!)))
    const reply = await takeIn(Buffer.from(whole.slice(0, -20)))
    expect(reply.isTaken).toBe(false)
    expect(reply.body).toMatchObject({ code: 'BANK_FILE_NOT_ACCEPTED', details: { reason: 'XML_MALFORMED', line: 1 } })
    expect(await everything()).toBe(before)
    expect(await statusOf(invoice.id)).toBe('SENT')
  })

  it('of another account alone is refused whole; beside ours, that account is left out and named', async () => {
    const invoice = await invoiceOf(2_000)
    const before = await everything()
    const foreign = statement(entry('20.00', invoice.reference_number!), { iban: 'FI1410093000123458' })
    expect((await takeIn(foreign)).body).toMatchObject({
      code: 'BANK_FILE_NOT_ACCEPTED',
      details: { reason: 'BANK_FILE_FOREIGN', line: 1 },
    })
    expect(await everything()).toBe(before)
    const own = /<Stmt>.*<\/Stmt>/s.exec(String(statement(entry('5.00', '1'))))![0]
    const both = await takeIn(Buffer.from(String(foreign).replace('</Stmt>', `</Stmt>${own}`)))
    expect(both.body).toMatchObject({ entryCount: 1, skippedAccounts: ['FI1410093000123458'] })
    expect(await statusOf(invoice.id)).toBe('SENT')
  })

  it('may come twice at the same moment: one is taken in, the other refused', async () => {
    const invoice = await invoiceOf(4_000)
    const content = statement(entry('40.00', invoice.reference_number!))
    const replies = await Promise.all([takeIn(content), takeIn(content)])
    expect(replies.map(({ isTaken }) => isTaken).sort()).toEqual([false, true])
    expect(await statusOf(invoice.id)).toBe('PAID')
  })
})

describe('a movement that waits for a person', () => {
  async function openEntry(amount: string, reference = '') {
    await takeIn(statement(entry(amount, reference)))
    const list = await world.ok(banking.entries, { ...staff, query: { state: 'OPEN', limit: 1 } })
    return list.items[0]!
  }

  it('settles the invoices it is split over, and only when the parts add up', async () => {
    const [first, second] = [await invoiceOf(1_500), await invoiceOf(2_600)]
    const row = await openEntry('41.00')
    const params = { id: row.bankEntryId }
    const parts = (amount: number) => [
      { invoiceId: first.id, amount: 15 },
      { invoiceId: second.id, amount },
    ]
    const wrong = await world.call(banking.match, {
      ...staff,
      params,
      body: { version: row.version, parts: parts(25) },
    })
    expect(wrong.body).toMatchObject({ code: 'BANK_PARTS_DIFFER' })
    const twice = [...parts(26).slice(0, 1), { invoiceId: first.id, amount: 26 }]
    const repeated = await world.call(banking.match, { ...staff, params, body: { version: row.version, parts: twice } })
    expect(repeated.body).toMatchObject({ code: 'BANK_PARTS_DIFFER' })
    expect(await statusOf(first.id)).toBe('SENT')
    const right = await world.call(banking.match, {
      ...staff,
      params,
      body: { version: row.version, parts: parts(26) },
    })
    expect(right.body).toMatchObject({ state: 'MATCHED' })
    expect([await statusOf(first.id), await statusOf(second.id)]).toEqual(['PAID', 'PAID'])
    const again = await world.call(banking.match, {
      ...staff,
      params,
      body: { version: right.body.version, parts: parts(26) },
    })
    expect(again.body).toMatchObject({ code: 'BANK_ENTRY_NOT_OPEN' })
    const reopened = await world.call(banking.reopen, {
      ...staff,
      params,
      body: { version: right.body.version, reason: 'Väärä' },
    })
    expect(reopened.body).toMatchObject({ state: 'OPEN' })
    expect([await statusOf(first.id), await statusOf(second.id)]).toEqual(['SENT', 'SENT'])
  })

  it('is matched by one of two people who do it at the same moment', async () => {
    const [first, second] = [await invoiceOf(900), await invoiceOf(900)]
    const row = await openEntry('9.00')
    const match = (invoiceId: string) =>
      world.call(banking.match, {
        ...staff,
        params: { id: row.bankEntryId },
        body: { version: row.version, parts: [{ invoiceId, amount: 9 }] },
      })
    const replies = await Promise.all([match(first.id), match(second.id)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect([await statusOf(first.id), await statusOf(second.id)].sort()).toEqual(['PAID', 'SENT'])
  })

  it('keeps of a stranger only a hash', async () => {
    const row = await openEntry('8.88')
    const body = { version: row.version, reason: 'NOT_OURS' as const }
    const reply = await world.call(banking.setAside, { ...staff, params: { id: row.bankEntryId }, body })
    expect(reply.body).toMatchObject({ state: 'ASIDE', counterpartyName: null, message: null })
    const kept = await world.services.database.primary
      .selectFrom('bank_entries')
      .select('counterparty_hash')
      .where('id', '=', row.bankEntryId)
      .executeTakeFirstOrThrow()
    expect(kept.counterparty_hash).toHaveLength(32)
  })

  it('proposes invoices by sum, with why', async () => {
    const invoice = await invoiceOf(123_45)
    const row = await openEntry('123.45')
    const reply = await world.call(banking.entry, { ...staff, params: { id: row.bankEntryId } })
    expect(reply.body.proposals).toContainEqual(expect.objectContaining({ invoiceId: invoice.id, grounds: ['AMOUNT'] }))
  })
})
