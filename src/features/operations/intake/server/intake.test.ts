import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eInvoices } from '#features/money/e-invoices/contract.ts'
import { tasks } from '#features/operations/tasks/contract.ts'
import { bikeStores } from '#features/pricing/bike-stores/contract.ts'
import { addDays, helsinkiDay } from '#platform/values/days.ts'
import { buildCompany, signedInAs } from '#testing/builders.ts'
import { bankEntry, bankSends, bankStatement } from '#testing/money/bank-files.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { intake } from '../contract.ts'

let world: World
let staff: Caller
beforeAll(async () => {
  world = await openWorld()
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
})
afterAll(() => world.close())

const amount = (name: string, text: string) => `<${name} AmountCurrencyIdentifier="EUR">${text}</${name}>`
const finvoice = (
  number: string,
  { net = '100,00', buyer = '<BuyerPartyIdentifier>9876543-0</BuyerPartyIdentifier>' } = {},
) =>
  `<?xml version="1.0"?><Finvoice><SellerPartyDetails><SellerPartyIdentifier>7654321-2</SellerPartyIdentifier><SellerOrganisationName>Esimerkki Pyörä</SellerOrganisationName></SellerPartyDetails><BuyerPartyDetails>${buyer}</BuyerPartyDetails><InvoiceDetails><InvoiceTypeCode>INV01</InvoiceTypeCode><InvoiceNumber>${number}</InvoiceNumber><InvoiceDate>20261120</InvoiceDate>${amount('InvoiceTotalVatAmount', '25,50')}${amount('InvoiceTotalVatIncludedAmount', '125,50')}</InvoiceDetails><InvoiceRow><ArticleName>Huolto</ArticleName>${amount('RowVatExcludedAmount', net)}</InvoiceRow></Finvoice>`

const bring = (xml: string) =>
  world.call(eInvoices.takeIn, { as: staff, query: { fileName: 'laskut.xml' }, body: Buffer.from(xml) })
const bringStores = (text: string) =>
  world.ok(bikeStores.importStores, {
    as: staff,
    query: { dryRun: false, fileName: 'liikkeet.csv' },
    body: Buffer.from(text),
    headers: { 'content-type': 'text/csv' },
  })
const waiting = async () => (await world.ok(intake.asides, { as: staff, query: { state: 'OPEN', limit: 100 } })).items
const take = (id: string, version: number, more: object = {}, as = staff) =>
  world.call(intake.take, { as, params: { id }, body: { version, ...more } })
const received = async () =>
  (await world.ok(eInvoices.received, { as: staff, query: { limit: 100 } })).items.map(({ number }) => number)

describe('what was put aside', () => {
  it('of an e-invoice with two readings is a task, is taken by one of them, and by no other afterwards', async () => {
    expect((await bring(finvoice('L-1', { net: '1,234' }) + finvoice('L-2'))).body).toMatchObject({
      taken: 1,
      aside: 1,
    })
    const [one] = await waiting()
    expect(one).toMatchObject({
      source: 'E_INVOICE',
      reason: 'TWO_READINGS',
      about: 'Esimerkki Pyörä L-1',
      readings: [1234, 1.23],
      mend: 'READING',
    })
    const { data } = await world.ok(tasks.list, { as: staff })
    expect(data.find(({ action }) => action === 'settleIntake')).toMatchObject({
      about: 'laskut.xml · Esimerkki Pyörä L-1',
      link: `/admin/saapuneet?open=${one!.id}`,
    })
    expect(await take(one!.id, one!.version)).toMatchObject({ status: 409, body: { code: 'INTAKE_NOT_READ' } })
    expect(await received()).toEqual(['L-2'])
    expect((await take(one!.id, one!.version, { reading: 1 })).body).toMatchObject({
      state: 'TAKEN',
      raw: [],
      mend: null,
    })
    expect(await received()).toContain('L-1')
    expect((await take(one!.id, 2, { reading: 0 })).body).toMatchObject({ code: 'BANK_DOUBT_DECIDED' })
  })

  it('of another buyer is never ours, and of an unclear one only when somebody says so', async () => {
    await bring(finvoice('M-1', { buyer: '<BuyerPartyIdentifier>1234567-1</BuyerPartyIdentifier>' }))
    await bring(finvoice('M-2', { buyer: '<BuyerOrganisationName>Poljin Vuoksi Oy</BuyerOrganisationName>' }))
    const [unclear, other] = await waiting()
    expect([unclear?.mend, other?.mend]).toEqual(['OURS', null])
    expect((await take(other!.id, 1, { isOurs: true })).body).toMatchObject({ code: 'INTAKE_NOT_READ' })
    expect((await take(unclear!.id, 1, { isOurs: true })).body).toMatchObject({ state: 'TAKEN' })
    expect(await received()).toEqual(expect.arrayContaining(['M-2']))
    expect(await received()).not.toContain('M-1')
    const note = 'Lähetetty oikealle ostajalle'
    const dismissed = await world.ok(intake.dismiss, {
      as: staff,
      params: { id: other!.id },
      body: { version: 1, note },
    })
    expect(dismissed).toMatchObject({ state: 'DISMISSED', note, raw: [] })
  })

  it('of a list is taken once its texts are mended, and says what is still wrong', async () => {
    await bringStores('storeName;email;phone\nHyvä;hyva@kauppa.example;\nHuono;huono@kauppa,example;12')
    const [one] = await waiting()
    expect(one).toMatchObject({ source: 'STORES', reason: 'LINE_PROBLEM', line: 3, about: 'Huono', mend: 'TEXTS' })
    expect(one!.problems.map(({ column }) => column)).toEqual(['email', 'phone'])
    const mended = [{ name: 'email', text: 'huono@kauppa.example' }]
    expect((await take(one!.id, 1, { texts: mended })).body).toMatchObject({
      code: 'INTAKE_NOT_READ',
      details: { problems: [{ column: 'phone', code: 'WRONG_FORMAT' }] },
    })
    const right = [...mended, { name: 'phone', text: '040 123 4567' }]
    expect((await take(one!.id, 1, { texts: right })).body).toMatchObject({ state: 'TAKEN' })
    const { items } = await world.ok(bikeStores.list, { as: staff, query: { search: 'huono' } })
    expect(items).toMatchObject([{ email: 'huono@kauppa.example', phone: '0401234567' }])
  })

  it('of a bank’s file stands among it, both readings with it', async () => {
    await bankSends(world, bankStatement(world, bankEntry({ amount: '1,234' })), 'tiliote.xml')
    const [one] = await waiting()
    expect(one).toMatchObject({ source: 'BANK', reason: 'TWO_READINGS', readings: [1234, 1.23], mend: 'READING' })
    expect((await take(one!.id, one!.version, { reading: 0 })).body).toMatchObject({ state: 'TAKEN' })
    expect(await waiting()).toEqual([])
  })
})

describe('what came in', () => {
  it('is listed with what became of it, and told of today', async () => {
    const { items } = await world.ok(intake.files, { as: staff })
    expect(items.map(({ source, name, taken, aside }) => [source, name, taken, aside])).toEqual(
      expect.arrayContaining([
        ['BANK', 'tiliote.xml', 0, 0],
        ['STORES', 'liikkeet.csv', 1, 0],
        ['E_INVOICE', 'laskut.xml', 1, 0],
      ]),
    )
    expect(await world.ok(intake.summary, { as: staff })).toMatchObject({ files: 5, taken: 2, refused: 0, aside: 0 })
    const today = helsinkiDay(world.env.now())
    const totalOf = async (day: string) => (await world.ok(intake.files, { as: staff, query: { day } })).total
    expect(await Promise.all([addDays(today, -1), today, addDays(today, 1)].map(totalOf))).toEqual([0, 5, 0])
    expect((await world.ok(intake.files, { as: staff, query: { source: 'BANK', refused: false } })).total).toBe(1)
  })

  it('is the staff’s alone', async () => {
    const employer = await signedInAs(world, 'EMPLOYER_ADMIN', await buildCompany(world))
    for (const spec of [intake.summary, intake.files, intake.asides])
      expect((await world.call(spec, { as: employer })).status).toBe(403)
    expect((await take(world.env.id(), 1)).status).toBe(404)
  })
})
