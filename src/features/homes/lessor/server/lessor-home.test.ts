import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lessorFiles } from '#features/leases/lessor-files/contract.ts'
import { deliverInvoice } from '#features/money/invoices/ledger/server/deliver.ts'
import { issueInvoice } from '#features/money/invoices/ledger/server/issue.ts'
import { leasing } from '#features/pricing/leasing/contract.ts'
import { lessorLink } from '#features/pricing/leasing/server/lessor-link.ts'
import { systemActor } from '#platform/server/events/events.ts'
import { buildCompany, buildRunningLease, signedInAs } from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { lessorHome } from '../contract.ts'

let world: World
let staff: Caller
beforeAll(async () => {
  world = await openWorld()
  world.env.setNow('2026-11-10T08:00:00Z')
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
})
afterAll(() => world.close())

const db = () => world.services.database.primary
const paramsOf = (link: string) => ({ token: link.split('/').at(-1)! })
const home = (params: { token: string }) => world.call(lessorHome.get, { params })
const mailsTo = (email: string) =>
  db().selectFrom('outbox').select(['template', 'links']).where('recipient', '=', email).orderBy('id').execute()

/** A lessor with an address, one running lease, a file of its beginning and the link to its page. */
async function lessor() {
  const company = await buildCompany(world, {}, { lessor: { kind: 'OTHER' } })
  const { leasingCompanyId: lessorId } = company
  const email = `${lessorId}@rahoitus.example`
  await db().updateTable('leasing_companies').set({ invoice_email: email }).where('id', '=', lessorId).execute()
  const lease = await buildRunningLease(world, {
    company,
    agreement: { start_day: '2026-01-01', end_day: '2027-12-31', lease_months: 24 },
  })
  const told = await world.ok(lessorFiles.tell, { as: staff, body: { leasingCompanyId: lessorId } })
  const params = paramsOf(await lessorLink(db(), world.services, { agreementId: lease.agreementId }))
  return { company, lessorId, email, lease, told, params }
}
type Lessor = Awaited<ReturnType<typeof lessor>>

async function billed({ company, lessorId, email, lease }: Lessor, grossCents = 300_000): Promise<string> {
  const buyer = { name: 'T', businessId: null, address: null, eInvoiceAddress: null, email, language: 'fi' as const }
  return world.services.database.transaction(async (transaction) => {
    const { id } = await issueInvoice(transaction, world.services, {
      actor: systemActor,
      invoice: {
        companyId: company.companyId,
        purpose: 'LESSOR',
        party: 'LESSOR',
        lessorId,
        agreementId: lease.agreementId,
        buyer,
        dueDay: '2026-11-24',
        lines: [{ purpose: 'LESSOR', description: 'Pyörä', grossCents, vatBasisPoints: 2_550 }],
      },
    })
    await deliverInvoice(transaction, world.services, id)
    return id
  })
}

describe('a lessor’s page', () => {
  it('is behind the same link each time, and shows its files, its agreements and what waits for its answer', async () => {
    const one = await lessor()
    expect(paramsOf(await lessorLink(db(), world.services, { lessorId: one.lessorId }))).toEqual(one.params)
    const { body } = await home(one.params)
    expect(body).toMatchObject({
      awaited: [],
      owes: [],
      isOwed: [],
      files: [{ lessorFileId: one.told.lessorFileId, kind: 'NEWS', rows: 1, unanswered: 1 }],
      agreements: [{ agreementNumber: one.lease.agreementNumber, startDay: '2026-01-01', endDay: '2027-12-31' }],
      totals: { awaited: 0, owes: 0, isOwed: 0, files: 1, agreements: 1 },
    })
    expect(JSON.stringify(body)).not.toMatch(/firstName|lastName|email/i)
    const file = await world.call(lessorHome.file, { params: { ...one.params, id: one.told.lessorFileId } })
    expect(file.raw.toString()).toContain(one.lease.agreementNumber)
  })

  it('names an agreement that its list lacks, once it was told of it and has not answered', async () => {
    const one = await lessor()
    const list = 'sopimusnumero;kuukausierä;päättyy\r\nVIERAS-1;10,00;31.12.2027\r\n'
    const query = { leasingCompanyId: one.lessorId, kind: 'LIST' as const, fileName: 'luettelo.csv' }
    await world.ok(lessorFiles.takeIn, { as: staff, query, body: Buffer.from(list) })
    const { items } = await world.ok(lessorFiles.differences, {
      as: staff,
      query: { leasingCompanyId: one.lessorId },
    })
    const { lessorDifferenceId: id, version } = items.find(({ kind }) => kind === 'NOT_ON_LIST')!
    await world.ok(lessorFiles.decide, { as: staff, params: { id }, body: { act: 'TELL', version } })
    expect((await home(one.params)).body).toMatchObject({ awaited: [] })
    await world.ok(lessorFiles.tell, { as: staff, body: { leasingCompanyId: one.lessorId } })
    expect((await home(one.params)).body).toMatchObject({
      awaited: [{ kind: 'DIFFERENCE', difference: 'NOT_ON_LIST', agreementNumber: one.lease.agreementNumber }],
    })
  })

  it('says which redemption it has not billed, with a day, and names no turn of another lessor', async () => {
    const [one, other] = [await lessor(), await lessor()]
    for (const { company, lease } of [one, other]) {
      const id = world.env.id()
      const ending = { id, company_id: company.companyId, agreement_id: lease.agreementId }
      await db()
        .insertInto('agreement_endings')
        .values({ ...ending, kind: 'REDEMPTION' })
        .execute()
      await db()
        .insertInto('redemptions')
        .values({
          ...ending,
          beneficiary_employee_id: lease.employeeId,
          step: 'LESSOR_INVOICE_SENT',
          reason: 'OWN_WISH',
          end_month: '2026-12',
        })
        .execute()
    }
    const { awaited } = await world.ok(lessorHome.get, { params: one.params })
    expect(awaited).toMatchObject([
      { kind: 'INVOICE', agreementNumber: one.lease.agreementNumber, dueDay: expect.any(String) },
    ])
  })

  it('shows a bill as owed until it is paid, and the mail of the bill leads to the page', async () => {
    const one = await lessor()
    const id = await billed(one)
    expect((await home(one.params)).body).toMatchObject({
      owes: [
        { invoiceId: id, agreementNumber: one.lease.agreementNumber, total: 3000, open: 3000, dueDay: '2026-11-24' },
      ],
    })
    const [mail] = await mailsTo(one.email)
    expect(mail!.template).toBe('invoices:mail.sent')
    expect(mail!.links.map((link) => paramsOf(link))).toEqual([one.params])
    await db().updateTable('invoices').set({ paid_cents: 100_000 }).where('id', '=', id).execute()
    expect((await home(one.params)).body).toMatchObject({ owes: [{ invoiceId: id, total: 3000, open: 2000 }] })
    await db().updateTable('invoices').set({ paid_cents: 300_000 }).where('id', '=', id).execute()
    expect((await home(one.params)).body).toMatchObject({ owes: [], isOwed: [] })
    await db().updateTable('invoices').set({ paid_cents: 310_000 }).where('id', '=', id).execute()
    expect((await home(one.params)).body).toMatchObject({ owes: [], isOwed: [{ invoiceId: id, open: 100 }] })
  })

  it('has a page for every row of a kind, and says how many there are', async () => {
    const one = await lessor()
    for (let count = 0; count < 22; count += 1) await billed(one)
    const pageOf = (owes: number) => world.ok(lessorHome.get, { params: one.params, query: { owes } })
    const [first, second] = [await pageOf(1), await pageOf(2)]
    expect([first.owes.length, second.owes.length, second.totals.owes]).toEqual([20, 2, 22])
    expect(new Set([...first.owes, ...second.owes].map(({ invoiceId }) => invoiceId)).size).toBe(22)
    expect(second.files, 'the other kinds stay on their own pages').toEqual(first.files)
    expect((await world.call(lessorHome.get, { params: one.params, query: { owes: 0 } })).status).toBe(400)
  })

  it('opens nothing of another lessor: no row, no file, no invoice', async () => {
    const [one, other] = [await lessor(), await lessor()]
    const theirs = await billed(other)
    const { body } = await home(one.params)
    for (const secret of [other.lease.agreementNumber, other.told.lessorFileId, theirs])
      expect(JSON.stringify(body)).not.toContain(secret)
    // The bills of others would fill the first page before theirs.
    expect([body.owes, body.isOwed, body.totals.owes]).toEqual([[], [], 0])
    const file = { ...one.params, id: other.told.lessorFileId }
    expect((await world.call(lessorHome.file, { params: file })).status).toBe(404)
    expect((await world.call(lessorHome.invoice, { params: { ...one.params, id: theirs } })).status).toBe(404)
  })
})

describe('a lessor’s link', () => {
  it('is renewed by the staff: the one before opens nothing more, and the next one is mailed', async () => {
    const one = await lessor()
    const call = { as: staff, params: { id: one.lessorId }, body: {}, key: 'vaihda-kerran' }
    expect((await world.call(leasing.renewLink, call)).body).toEqual({ mailedTo: one.email })
    await world.call(leasing.renewLink, call)
    expect((await home(one.params)).body.code).toBe('TOKEN_NOT_VALID')
    const file = { ...one.params, id: one.told.lessorFileId }
    expect((await world.call(lessorHome.file, { params: file })).body.code).toBe('TOKEN_NOT_VALID')
    const mails = (await mailsTo(one.email)).filter(({ template }) => template === 'leasing:mail.newLink')
    expect(mails).toHaveLength(1)
    expect((await home(paramsOf(mails[0]!.links[0]!))).status).toBe(200)
    expect(await lessorLink(db(), world.services, { lessorId: one.lessorId })).toContain(
      paramsOf(mails[0]!.links[0]!).token,
    )
  })

  it('stands in the mails that have not been sent yet, sealed or not, and in no mail to another', async () => {
    const one = await lessor()
    await billed(one)
    const old = one.params.token
    const written = async () => {
      const rows = await db().selectFrom('outbox').selectAll().where('recipient', '=', one.email).execute()
      return rows.map((row) =>
        JSON.stringify([row.body_text, row.links, row.sealed && world.services.vault.open(row.sealed)]),
      )
    }
    const sealed = (text: string) => ({ sealed: world.services.vault.seal(JSON.stringify({ text, html: null })) })
    const [first] = await mailsTo(one.email)
    const row = await db().selectFrom('outbox').selectAll().where('recipient', '=', one.email).executeTakeFirstOrThrow()
    expect(first!.links.join(' ')).toContain(old)
    await db()
      .updateTable('outbox')
      .set(sealed(`Avaa: /rahoittaja/${old}`))
      .where('id', '=', row.id)
      .execute()
    await world.call(leasing.renewLink, { as: staff, params: { id: one.lessorId }, body: {} })
    const next = (await lessorLink(db(), world.services, { lessorId: one.lessorId })).split('/').at(-1)!
    const mails = await written()
    expect(mails.every((mail) => !mail.includes(old) && mail.includes(next))).toBe(true)
  })

  it('is renewed by nobody else, for no lessor that is not there, and an unknown one opens nothing', async () => {
    const one = await lessor()
    const employer = await signedInAs(world, 'EMPLOYER_ADMIN', one.company)
    const renew = (as: Caller, id: string) => world.call(leasing.renewLink, { as, params: { id }, body: {} })
    expect((await renew(employer, one.lessorId)).status).toBe(403)
    expect((await renew(staff, world.env.id())).status).toBe(404)
    expect((await home(one.params)).status).toBe(200)
    expect((await home({ token: 'x'.repeat(43) })).status).toBe(404)
  })
})
