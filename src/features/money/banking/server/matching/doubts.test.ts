import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tasks } from '#features/operations/tasks/contract.ts'
import { buildCompany, signedInAs } from '#testing/builders.ts'
import { bankEntry, bankReport, bankSends, bankStatement } from '#testing/money/bank-files.ts'
import { buildFeeInvoice } from '#testing/money/fee-invoice.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { banking } from '../../contract.ts'
import { takeInBankInbox } from '../statements/inbox-job.ts'

let world: World
let staff: Caller
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bank-inbox-'))
  world = await openWorld({ variables: { BANK_INBOX_DIR: folder } })
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true, force: true })
})

const open = async () => (await world.ok(banking.doubts, { as: staff, query: { state: 'OPEN', limit: 100 } })).items
const asked = async () => {
  const { data } = await world.ok(tasks.list, { as: staff })
  return data.filter(({ action }) => action === 'settleBankDoubt').map(({ about }) => about)
}
const take = (doubtId: string, version: number, as = staff) =>
  world.call(banking.takeDoubt, { as, params: { id: doubtId }, body: { version } })
const dismiss = (doubtId: string, version: number, note = 'Ei meidän') =>
  world.call(banking.dismissDoubt, { as: staff, params: { id: doubtId }, body: { version, note } })
const entries = async (search: string) =>
  (await world.ok(banking.entries, { as: staff, query: { search, limit: 100 } })).items

describe('an entry that cannot be taken as it stands', () => {
  it('is put aside beside the others, told to the staff and dismissed with a reason', async () => {
    const companyId = (await buildCompany(world)).companyId
    const id = await buildFeeInvoice(world, { companyId, lines: [{ cents: 3_000 }] })
    const db = world.services.database.primary
    const invoice = () => db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const reference = (await invoice()).reference_number!
    const content = bankStatement(
      world,
      bankEntry({ amount: '30.00', reference }) +
        bankEntry({ amount: '1000.00', ccy: 'SEK', message: 'KRUUNUJA' }) +
        bankEntry({ amount: '9999999999999.99', message: 'LIIKAA' }),
    )
    const file = await bankSends(world, content, 'outo.xml')
    expect([file.entry_count, file.matched_count, file.doubt_count, (await invoice()).status]).toEqual([
      1,
      1,
      2,
      'PAID',
    ])
    expect(await entries('LIIKAA')).toEqual([])
    const found = await open()
    expect(found.map((one) => [one.reason, one.amount, one.amountText, one.canTake])).toEqual(
      expect.arrayContaining([
        ['OTHER_CURRENCY', null, 'SEK 1000.00', false],
        ['AMOUNT_TOO_LARGE', 9_999_999_999_999.99, 'EUR 9999999999999.99', true],
      ]),
    )
    expect(await asked()).toEqual(['outo.xml', 'outo.xml'])
    const foreign = found.find(({ reason }) => reason === 'OTHER_CURRENCY')!
    expect(foreign).toMatchObject({ counterpartyName: 'Testi Maksaja', message: 'KRUUNUJA', line: 1 })
    expect(foreign.raw).toContainEqual({ path: 'Amt', text: 'SEK 1000.00' })
    expect((await take(foreign.doubtId, foreign.version)).body).toMatchObject({ code: 'BANK_DOUBT_NOT_READ' })
    expect((await dismiss(foreign.doubtId, foreign.version, '')).status).toBe(400)
    const done = await dismiss(foreign.doubtId, foreign.version, 'Kirjattu laskulle käsin')
    expect(done.body).toMatchObject({
      state: 'DISMISSED',
      note: 'Kirjattu laskulle käsin',
      counterpartyName: null,
      message: null,
      raw: [],
    })
    expect((await dismiss(foreign.doubtId, done.body.version)).body).toMatchObject({ code: 'BANK_DOUBT_DECIDED' })
    expect(await asked()).toEqual(['outo.xml'])
    const outsider = await signedInAs(world, 'EMPLOYER_ADMIN', await buildCompany(world))
    expect((await world.call(banking.doubts, { as: outsider })).status).toBe(403)
    expect((await take(foreign.doubtId, 1, outsider)).status).toBe(403)
    expect((await take('00000000-0000-4000-8000-000000000000', 1)).status).toBe(404)
  })

  it('is put aside once, whatever files bring it', async () => {
    const odd = bankEntry({ amount: '55.00', ccy: 'NOK', ref: 'NOK1' })
    expect((await bankSends(world, bankStatement(world, odd))).doubt_count).toBe(1)
    const again = await bankSends(world, bankStatement(world, odd, { kind: '054' }))
    expect([again.doubt_count, again.known_count]).toEqual([0, 1])
  })

  it('is taken in as the bank told it, for a person to match, and by one of two who do it at the same moment', async () => {
    await bankSends(world, bankStatement(world, bankEntry({ amount: '50.00', ref: 'CLASH1', message: 'EKA' })))
    await bankSends(world, bankStatement(world, bankEntry({ amount: '77.00', ref: 'CLASH1', message: 'TOKA' })))
    const clash = (await open()).find(({ reason }) => reason === 'KEY_CLASH')!
    expect([clash.amount, await entries('TOKA')]).toEqual([77, []])
    const replies = await Promise.all([take(clash.doubtId, clash.version), take(clash.doubtId, clash.version)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await entries('TOKA')).toMatchObject([{ amount: 77, state: 'OPEN' }])
    const again = await bankSends(
      world,
      bankStatement(world, bankEntry({ amount: '77.00', ref: 'CLASH1', message: 'TOKA' })),
    )
    expect([again.entry_count, again.known_count, again.doubt_count]).toEqual([0, 1, 0])
    const large = (await open()).find(({ reason }) => reason === 'AMOUNT_TOO_LARGE')!
    expect((await take(large.doubtId, large.version)).body).toMatchObject({ state: 'TAKEN', canTake: false })
    expect(await entries('LIIKAA')).toMatchObject([{ amount: 9_999_999_999_999.99, state: 'OPEN' }])
  })

  it('of an account that is not ours is nobody’s here', async () => {
    const foreign = String(
      bankStatement(world, bankEntry({ amount: '5.00', ccy: 'SEK' }), { iban: 'FI1410093000123458' }),
    )
    const own = /<Stmt>.*<\/Stmt>/s.exec(String(bankStatement(world, bankEntry({ amount: '5.00' }))))![0]
    const file = await bankSends(world, foreign.replace('</Stmt>', `</Stmt>${own}`))
    expect([file.entry_count, file.doubt_count, file.skipped_accounts]).toEqual([1, 0, ['FI1410093000123458']])
  })
})

describe('what the bank says of payments that it was not given', () => {
  it('is put aside, whatever it says, and once', async () => {
    const of = async (content: Buffer) => {
      const before = new Set((await open()).map(({ doubtId }) => doubtId))
      await bankSends(world, content)
      return (await open()).filter(({ doubtId }) => !before.has(doubtId)).map(({ kind, reason }) => [kind, reason])
    }
    expect(await of(bankReport({ messageId: 'TUNTEMATON' }))).toEqual([['REPORT', 'UNKNOWN_FILE']])
    expect(await of(bankReport({ messageId: 'TUNTEMATON' }))).toEqual([])
    expect(await of(bankReport({ messageId: 'TOINEN', status: 'ACTC' }))).toEqual([['REPORT', 'UNKNOWN_FILE']])
    expect(await of(bankReport({ endToEndId: 'EIMEIDAN' }))).toEqual([['REPORT', 'UNKNOWN_PAYMENT']])
    const silent = String(bankReport({ messageId: 'HILJAA' })).replace(/<GrpSts>.*<\/StsRsnInf>/, '')
    expect(await of(Buffer.from(silent))).toEqual([['REPORT', 'UNKNOWN_FILE']])
    expect(await asked()).toContain('pankista.xml')
  })
})

describe('a file of the bank’s folder that is refused', () => {
  it('is told to the staff with the reason, and lies in the folder of the refused', async () => {
    await writeFile(path.join(folder, 'rikki.xml'), '<Document><Other/></Document>')
    await writeFile(path.join(folder, 'tili.xml'), bankStatement(world, bankEntry({ amount: '4.00' })))
    expect(await takeInBankInbox.run(world.services)).toEqual({ files: 2, refused: 1 })
    expect((await readdir(path.join(folder, 'refused'))).sort()).toEqual(['rikki.xml', 'rikki.xml.txt'])
    const refused = (await open()).find(({ kind }) => kind === 'FILE')!
    expect(refused).toMatchObject({ reason: 'FILE_REFUSED', fileName: 'rikki.xml', line: 1, canTake: false })
    expect(refused.raw).toEqual([{ path: '', text: 'BANK_FILE_UNKNOWN_KIND' }])
    expect(await asked()).toContain('rikki.xml')
    expect((await dismiss(refused.doubtId, refused.version)).status).toBe(200)
  })

  it('is looked at whatever its name is, but not while it is being written', async () => {
    const statement = bankStatement(world, bankEntry({ amount: '5.00' }))
    await writeFile(path.join(folder, 'TILI.053'), bankStatement(world, bankEntry({ amount: '4.50' })))
    await writeFile(path.join(folder, 'tili.xml.gz'), gzipSync(statement))
    await writeFile(path.join(folder, 'ohje.pdf'), '%PDF-1.7')
    await writeFile(path.join(folder, 'kesken.xml.part'), '<Docu')
    expect(await takeInBankInbox.run(world.services)).toEqual({ files: 3, refused: 1 })
    expect(await readdir(folder)).toEqual(expect.arrayContaining(['done', 'kesken.xml.part', 'refused']))
    expect(await readdir(path.join(folder, 'done'))).toEqual(expect.arrayContaining(['TILI.053', 'tili.xml.gz']))
    const refused = (await open()).find(({ kind }) => kind === 'FILE')!
    expect(refused).toMatchObject({ reason: 'FILE_REFUSED', fileName: 'ohje.pdf' })
    expect((await dismiss(refused.doubtId, refused.version)).status).toBe(200)
  })
})

describe('what is proposed for a movement', () => {
  const proposalsOf = async (search: string) => {
    const entry = (await entries(search)).find(({ state }) => state === 'OPEN')
    const { proposals } = await world.ok(banking.entry, { as: staff, params: { id: entry!.bankEntryId } })
    return proposals.map(({ invoiceId, grounds }) => [invoiceId, grounds])
  }

  it('is the invoice that its reference names, paid or not, and never another of the same sum', async () => {
    const { companyId } = await buildCompany(world)
    const [named, other] = [
      await buildFeeInvoice(world, { companyId, lines: [{ cents: 20_011 }] }),
      await buildFeeInvoice(world, { companyId, lines: [{ cents: 20_011 }] }),
    ]
    const db = world.services.database.primary
    const { reference_number: reference } = await db
      .selectFrom('invoices')
      .select('reference_number')
      .where('id', '=', named)
      .executeTakeFirstOrThrow()
    const paid = bankEntry({ amount: '200.11', reference: reference! })
    await bankSends(world, bankStatement(world, paid + bankEntry({ amount: '200.11', reference: reference! })))
    expect(await proposalsOf(reference!)).toEqual([[named, ['REFERENCE']]])
    const grouped = reference!.replace(/(.{4})/g, '$1 ')
    await bankSends(world, bankStatement(world, bankEntry({ amount: '200.11', message: `VAPAASTI viite ${grouped}` })))
    expect(await proposalsOf('VAPAASTI')).toEqual([[named, ['REFERENCE']]])
    await bankSends(world, bankStatement(world, bankEntry({ amount: '200.11', message: 'NIMETON' })))
    expect(await proposalsOf('NIMETON')).toEqual([[other, ['AMOUNT']]])
  })
})
