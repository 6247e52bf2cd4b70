import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { proposals } from '#features/ground/proposals/contract.ts'
import { invoices } from '#features/money/invoices/contract.ts'
import { payments } from '#features/money/payments/contract.ts'
import { tasks } from '#features/operations/tasks/contract.ts'
import { buildCompany, buildEmployee, freshCode, signedInAs } from '#testing/builders.ts'
import { bankEntry, bankReport, bankSends, bankStatement } from '#testing/money/bank-files.ts'
import { buildFeeInvoice } from '#testing/money/fee-invoice.ts'
import { openPurchases } from '#testing/money/purchases.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { banking } from '../../contract.ts'

const payerIban = 'FI4950009420028730'

let world: World
let bringer: Caller
let second: Caller
let companyId: string
let employeeId: string
beforeAll(async () => {
  world = await openWorld()
  bringer = await signedInAs(world, 'INTERNAL_ADMIN')
  second = await signedInAs(world, 'INTERNAL_ADMIN')
  const company = await buildCompany(world)
  companyId = company.companyId
  employeeId = (await buildEmployee(world, company)).employeeId
})
afterAll(() => world.close())

const db = () => world.services.database.primary
/** With blanks that a test can write. */
const plain = (shown: unknown) => JSON.parse(JSON.stringify(shown).replaceAll('\u00a0', ' '))
const bring = (content: Buffer, as = bringer) =>
  world.call(banking.takeIn, { as, query: { fileName: 'käsin.xml' }, body: content })
const answer = (act: 'confirm' | 'refuse', as: Caller, one: { proposalId: string; version: number }) => {
  const call = { as, params: { id: one.proposalId } }
  return act === 'confirm'
    ? world.call(proposals.confirm, { ...call, body: { version: one.version } })
    : world.call(proposals.refuse, { ...call, body: { version: one.version, reason: 'Ei täsmää pankkiin' } })
}
const confirmed = async (content: Buffer) => {
  const { body } = await bring(content)
  expect((await answer('confirm', second, body)).body).toMatchObject({ state: 'DONE' })
}

async function billed(cents: number) {
  const id = await buildFeeInvoice(world, { companyId, lines: [{ cents }] })
  return db().selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}
const statusOf = async (id: string) =>
  (await db().selectFrom('invoices').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
const counted = async (table: 'bank_files' | 'bank_entries' | 'payments' | 'bank_statements' | 'ledger_rows') =>
  Number(
    (
      await db()
        .selectFrom(table)
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )
const everything = () =>
  Promise.all((['bank_files', 'bank_entries', 'bank_statements', 'payments', 'ledger_rows'] as const).map(counted))
const drafts = async () =>
  (await db().selectFrom('files').select('id').where('parent_type', '=', 'proposal').execute()).length

describe('a statement that a person brings', () => {
  it('is nothing until another person has confirmed it, and shows them what it would bring', async () => {
    const invoice = await billed(20_000)
    const entries = bankEntry({ amount: '200.00', reference: invoice.reference_number! })
    const content = bankStatement(world, entries, { balances: ['10.00', '210.00', '2026-11-20'] })
    const before = await everything()
    const proposed = await bring(content)
    expect(proposed.status).toBe(202)
    expect(proposed.body).toMatchObject({ kind: 'BANK_FILE', state: 'OPEN', madeByCaller: true, waitingFor: ['STAFF'] })
    expect(proposed.body.effect).toBe('Tiliote käsin.xml: uusia tapahtumia 1, heti kohdistuvia 1.')
    expect(plain(proposed.body.changes)).toMatchObject([
      { name: 'Tilille tulee', after: '200,00 €' },
      { name: 'Tililtä lähtee', after: '0,00 €' },
      { before: '10,00 €', after: '210,00 €' },
    ])
    expect(await everything()).toEqual(before)
    expect(await statusOf(invoice.id)).toBe('SENT')
    const waiting = (await world.ok(tasks.list, { as: second })).data.map(({ id }) => id)
    expect(waiting).toContain(`confirmProposal:${proposed.body.proposalId}`)
    const own = await answer('confirm', bringer, proposed.body)
    expect([own.status, own.body.code]).toEqual([403, 'NOT_FOR_ONESELF'])
    expect((await bring(content)).body.proposalId).toBe(proposed.body.proposalId)
    const done = await answer('confirm', second, proposed.body)
    expect(done.body).toMatchObject({ state: 'DONE' })
    expect(await statusOf(invoice.id)).toBe('PAID')
    const { items } = await world.ok(banking.files, { as: second })
    expect(items[0]).toMatchObject({ name: 'käsin.xml', entryCount: 1, matchedCount: 1 })
    const lastFirst = (name: string | null) => name!.replace(/^(\S+) (.+)$/, '$2 $1')
    expect([items[0]!.broughtBy, items[0]!.confirmedBy]).toEqual(
      [proposed.body.madeBy, done.body.confirmedBy].map(lastFirst),
    )
    expect((await bring(content)).body).toMatchObject({ code: 'BANK_FILE_REPEATED' })
  })

  it('is read by whoever confirms it, byte for byte and as a download, and by nobody without the right', async () => {
    const content = bankStatement(world, bankEntry({ amount: '6.00' }))
    const { body } = await bring(content)
    expect(body).toMatchObject({ hasFile: true, takesFile: false })
    const read = (as: Caller) => world.call(proposals.file, { as, params: { id: body.proposalId } })
    const file = await read(second)
    expect([file.status, file.raw]).toEqual([200, content])
    expect(file.headers['content-disposition']).toMatch(/^attachment.*\.xml/)
    const employer = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId })
    expect((await read(employer)).status).toBe(404)
    await answer('confirm', second, body)
    expect((await read(bringer)).raw, 'taken in').toEqual(content)
    const refused = await bring(bankStatement(world, bankEntry({ amount: '6.01' })))
    const after = await answer('refuse', second, refused.body)
    expect(after.body).toMatchObject({ hasFile: false })
    expect((await world.call(proposals.file, { as: second, params: { id: refused.body.proposalId } })).status).toBe(404)
  })

  it('is refused at once where it is none, and leaves nothing', async () => {
    const before = [await everything(), await drafts()]
    const broken = await bring(Buffer.from(String(bankStatement(world, bankEntry({ amount: '1.00' }))).slice(0, -20)))
    expect([broken.status, broken.body]).toMatchObject([400, { code: 'BANK_FILE_NOT_ACCEPTED' }])
    const report = '<Document><CstmrPmtStsRpt><OrgnlGrpInfAndSts><OrgnlMsgId>X</OrgnlMsgId></OrgnlGrpInfAndSts></Cstmr'
    expect((await bring(Buffer.from(report))).body).toMatchObject({ details: { reason: 'XML_MALFORMED' } })
    const foreign = await bring(bankStatement(world, bankEntry({ amount: '1.00' }), { iban: payerIban }))
    expect(foreign.body).toMatchObject({ details: { reason: 'BANK_FILE_FOREIGN' } })
    const unknown = await bring(Buffer.from('<Document/>'))
    expect(unknown.body).toMatchObject({ details: { reason: 'BANK_FILE_UNKNOWN_KIND' } })
    expect([await everything(), await drafts()]).toEqual(before)
  })

  it('is not kept when somebody refuses it', async () => {
    const before = [await everything(), await drafts()]
    const { body } = await bring(bankStatement(world, bankEntry({ amount: '2.00' })))
    expect(await drafts()).toBe((before[1] as number) + 1)
    expect((await answer('refuse', second, body)).body).toMatchObject({ state: 'REFUSED' })
    expect([await everything(), await drafts()]).toEqual(before)
  })

  it('is overtaken when the bank itself brings it meanwhile', async () => {
    const content = bankStatement(world, bankEntry({ amount: '3.00' }))
    const { body } = await bring(content)
    await bankSends(world, content)
    const late = await answer('confirm', second, body)
    expect([late.status, late.body.code, late.body.details]).toMatchObject([
      409,
      'PROPOSAL_NOT_ALLOWED',
      { unmet: ['OVERTAKEN'] },
    ])
  })

  it('is taken in once, however many confirm it at the same moment', async () => {
    const third = await signedInAs(world, 'INTERNAL_ADMIN')
    const { body } = await bring(bankStatement(world, bankEntry({ amount: '4.00' })))
    const before = await counted('bank_files')
    const both = await Promise.all([answer('confirm', second, body), answer('confirm', third, body)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await counted('bank_files')).toBe(before + 1)
  })
})

describe('a statement that the only member of staff brings', () => {
  it('is taken in by its bringer after 24 hours with a fresh code, and by a colleague who comes meanwhile instead', async () => {
    const others = await db().selectFrom('users').select('id').where('id', '<>', bringer.userId).execute()
    const setOthers = (deactivated_at: Date | null) => {
      const ids = others.map(({ id }) => id)
      return db().updateTable('users').set({ deactivated_at }).where('id', 'in', ids).execute()
    }
    await setOthers(world.env.now())
    const laterBy = async (hours: number) => {
      world.env.advance(hours * 3_600_000)
      return world.signIn(bringer.userId)
    }
    const invoice = await billed(30_000)
    const content = bankStatement(world, bankEntry({ amount: '300.00', reference: invoice.reference_number! }))
    const { body } = await bring(content)
    expect(Date.parse(body.aloneFrom!) - Date.parse(body.createdAt)).toBe(24 * 3_600_000)
    const confirm = async (as: Caller, code?: string) => {
      const params = { id: body.proposalId }
      const { version } = await world.ok(proposals.get, { as, params })
      return (await world.call(proposals.confirm, { as, params, body: { version, ...(code ? { code } : {}) } })).body
    }
    const soon = await laterBy(23)
    expect(await confirm(soon, await freshCode(world, soon))).toMatchObject({ details: { unmet: ['TOO_SOON'] } })
    const late = await laterBy(2)
    expect(await confirm(late)).toMatchObject({ code: 'CODE_WRONG' })
    expect(await statusOf(invoice.id)).toBe('SENT')
    expect(await confirm(late, await freshCode(world, late))).toMatchObject({ state: 'DONE' })
    expect(await statusOf(invoice.id)).toBe('PAID')

    const next = (await bring(bankStatement(world, bankEntry({ amount: '7.00' })), late)).body
    await setOthers(null)
    const own = await answer('confirm', await laterBy(25), next)
    expect(own.body).toMatchObject({ code: 'NOT_FOR_ONESELF' })
    expect((await answer('confirm', await world.signIn(second.userId), next)).body).toMatchObject({ state: 'DONE' })
    bringer = await world.signIn(bringer.userId)
    second = await world.signIn(second.userId)
  })
})

describe('the bank’s refusal of a released payment', () => {
  it('that a person brings needs another person, and names what it refuses', async () => {
    const office = await openPurchases(world)
    const invoiceId = await office.approved(500_000)
    await office.queue(invoiceId)
    await office.release((await office.make()).body)
    const { paymentOrderId } = await office.orderOf(invoiceId)
    const proposed = await bring(bankReport({ endToEndId: paymentOrderId }))
    expect(plain(proposed.body.effect)).toBe('Maksupalaute käsin.xml: hylättyjä maksuja 1, yhteensä 5 000,00 €.')
    expect(plain(proposed.body.changes)).toMatchObject([{ before: '5 000,00 €', after: 'Pankki on hylännyt' }])
    expect(await office.orderOf(invoiceId)).toMatchObject({ state: 'SENT' })
    await answer('confirm', second, proposed.body)
    expect(await office.orderOf(invoiceId)).toMatchObject({ state: 'REJECTED' })
  })
})

describe('the account of a movement', () => {
  /** A person's bill that was paid by a movement of a file, and credited then. */
  async function overpaidBy(deliver: (content: Buffer) => Promise<unknown>) {
    const body = { beneficiaryEmployeeId: employeeId, description: 'Lukko', amount: 100, hasVat: true }
    const bill = await world.ok(payments.create, { as: bringer, body })
    const entry = bankEntry({ amount: '100.00', reference: bill.referenceNumber!, iban: payerIban })
    await deliver(bankStatement(world, entry))
    await world.ok(invoices.credit, { as: bringer, params: { id: bill.invoiceId }, body: { reason: 'Peruttu' } })
    return bill.invoiceId
  }
  const repay = async (as: Caller, invoiceId: string) =>
    (await world.ok(banking.repay, { as, body: { invoiceId, iban: payerIban } })) as {
      state: string
      accountFrom: string
    }
  const proven = { state: 'QUEUED', accountFrom: 'PAYING_ACCOUNT' }
  const unproven = { state: 'TO_CONFIRM', accountFrom: 'STAFF' }

  it('proves itself when the bank’s connection has told of it', async () => {
    expect(await repay(bringer, await overpaidBy((content) => bankSends(world, content)))).toMatchObject(proven)
  })

  it('proves itself to whoever repays when another person has confirmed its file, and not to who did', async () => {
    expect(await repay(bringer, await overpaidBy(confirmed))).toMatchObject(proven)
    expect(await repay(second, await overpaidBy(confirmed))).toMatchObject(unproven)
  })

  it('proves nothing where one person alone had brought its file before', async () => {
    const alone = async (content: Buffer) => {
      const { id } = await bankSends(world, content)
      await db().updateTable('bank_files').set({ created_by: bringer.userId }).where('id', '=', id).execute()
    }
    expect(await repay(second, await overpaidBy(alone))).toMatchObject(unproven)
  })
})
