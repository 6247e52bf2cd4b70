import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agreements } from '#features/leases/agreements/contract.ts'
import { signing } from '#features/leases/agreements/signing/contract.ts'
import { invoices } from '#features/money/invoices/contract.ts'
import { orders } from '#features/orders/orders/contract.ts'
import { orderLinks } from '#features/orders/orders/link-contract.ts'
import { addDays, helsinkiDay } from '#platform/values/days.ts'
import { assignRole, buildCompany, buildEmployee } from '#testing/builders.ts'
import { anotherOrder, buildCast, type Cast } from '#testing/journey.ts'
import { newestCode } from '#testing/mailbox.ts'
import { findProgram } from '#testing/runs/programs.ts'
import { openWorld, type World } from '#testing/world.ts'
import en from '../../texts/en.json' with { type: 'json' }
import fi from '../../texts/fi.json' with { type: 'json' }
import sv from '../../texts/sv.json' with { type: 'json' }

let world: World
let cast: Cast

beforeAll(async () => {
  world = await openWorld()
  cast = await buildCast(world)
})
afterAll(() => world.close())

async function fresh() {
  const another = await anotherOrder(world, cast)
  return { ...another, now: () => another.journey.order(cast.staff, another.orderId) }
}

/** An order out for signing. */
async function toSign() {
  const order = await fresh()
  await order.journey.choosePackage(order.orderId)
  await order.journey.answer(order.orderId)
  return order
}

/** An order that both have signed and the buyer has confirmed. */
async function confirmed() {
  const order = await toSign()
  await order.journey.sign(order.own.employee, order.orderId, 'EMPLOYEE')
  await order.journey.sign(order.own.employer, order.orderId, 'EMPLOYER')
  await order.journey.confirm(order.orderId)
  return order
}

const examplePackage = {
  brand: 'Halla',
  model: 'Taival 7',
  kind: 'ELECTRIC' as const,
  bikePrice: 2790,
  accessories: [],
}

describe('choosing a bike is refused', () => {
  const choose = async (order: Awaited<ReturnType<typeof fresh>>, change: object, store = cast.bikeStoreId) => {
    const { version } = await order.now()
    const body = { bikeStoreId: store, isOnlineOrder: false, package: { ...examplePackage, ...change }, version }
    return world.call(orders.setPackage, { as: order.own.employee, params: { orderId: order.orderId }, body })
  }

  it.each([
    ['over the limit', { bikePrice: 4500.01 }, 'PRICE_OVER_LIMIT'],
    ['below the shortest term', { bikePrice: 879 }, 'LEASING_PERIOD_BELOW_MINIMUM'],
    ['beyond the longest term', { bikePrice: 4313 }, 'LEASING_TERMS_NOT_COMPUTABLE'],
    ['with a third decimal', { bikePrice: 2790.005 }, 'VALIDATION'],
    ['with a link that is none', { productLink: 'javascript:alert(1)' }, 'VALIDATION'],
    ['with a personal identity code in a text', { model: 'Taival 131052-308T' }, 'VALIDATION'],
    ['with a field that nobody asked for', { totalPrice: 1 }, 'VALIDATION'],
  ])('%s, and nothing is kept', async (_, change, code) => {
    const order = await fresh()
    expect((await choose(order, change)).body).toMatchObject({ code })
    expect(await order.now()).toMatchObject({ orderStatus: 'NOT_STARTED', bike: null, totalAmount: null })
  })

  it('with a link in a form that its hint does not show', async () => {
    for (const { linkHint } of [fi.form, sv.form, en.form]) {
      const shown = /https:\S+/.exec(linkHint)![0]
      const order = await fresh()
      expect((await choose(order, { productLink: shown })).status, shown).toBe(200)
      const refused = await choose(order, { productLink: 'liike' })
      expect(refused.body.fields).toMatchObject([{ path: 'package.productLink', code: 'WEB_ADDRESS' }])
    }
  })

  it('from a store that is closed', async () => {
    const order = await fresh()
    await world.services.database.primary
      .insertInto('bike_stores')
      .values({ id: order.orderId, name: 'Suljettu', email: 's@kauppa.example', active: false })
      .execute()
    expect((await choose(order, {}, order.orderId)).body.fields).toMatchObject([{ path: 'bikeStoreId' }])
  })

  it('for an accessory that comes after the delivery, and what was agreed stands', async () => {
    const order = await confirmed()
    await order.journey.process(order.orderId)
    const invoice = await order.journey.enterInvoice(order.orderId)
    await order.journey.match(order.orderId, invoice.invoiceId)
    await order.journey.deliver(order.orderId)
    const before = await order.now()
    const reply = await choose(order, { accessories: [{ name: 'Tavarateline', price: 60 }] })
    expect(reply).toMatchObject({ status: 409, body: { code: 'ACCESSORIES_AFTER_DELIVERY' } })
    expect(await order.now()).toEqual(before)
  })

  it('by somebody else', async () => {
    const [mine, other] = [await fresh(), await fresh()]
    const { version } = await mine.now()
    const body = { bikeStoreId: cast.bikeStoreId, isOnlineOrder: false, package: examplePackage, version }
    const call = (as: typeof mine.own.employee) =>
      world.call(orders.setPackage, { as, params: { orderId: mine.orderId }, body })
    expect((await call(other.own.employee)).status).toBe(404)
    expect((await call(cast.employer)).status).toBe(403)
  })
})

describe('answering is refused', () => {
  it('for a home delivery without an address, and for a policy that is no longer in force', async () => {
    const order = await fresh()
    await order.journey.choosePackage(order.orderId)
    const { version, policy } = await order.now()
    const call = (change: object) =>
      world.call(orders.setAnswers, {
        as: order.own.employee,
        params: { orderId: order.orderId },
        body: {
          delivery: 'PICKUP',
          acceptPolicy: true,
          acceptInsurance: true,
          policyId: policy!.policyId,
          version,
          ...change,
        },
      })
    expect((await call({ delivery: 'HOME_DELIVERY' })).body.fields).toMatchObject([{ path: 'deliveryAddress' }])
    expect((await call({ policyId: order.orderId })).body.fields).toMatchObject([{ path: 'policyId' }])
    expect(await order.now()).toMatchObject({ orderStatus: 'PACKAGE_PROVIDED', agreement: null })
  })
})

describe('signing is refused', () => {
  /** A code for the employee's signature; the one before it is good no more. */
  const codeFor = async (order: Awaited<ReturnType<typeof toSign>>) => {
    const { agreement } = await order.now()
    const body = { version: agreement!.version, documentSha256: agreement!.documentSha256! }
    const params = { id: agreement!.leasingAgreementId }
    const sent = await world.call(signing.requestCode, { as: order.own.employee, params, body })
    return sent.status === 200 ? newestCode(world, order.own.employee.userId) : '000000'
  }
  const sign = async (order: Awaited<ReturnType<typeof toSign>>, as = order.own.employee, change: object = {}) => {
    const { agreement, employee } = await order.now()
    const body = {
      ...('code' in change ? {} : { code: await codeFor(order) }),
      party: 'EMPLOYEE' as const,
      version: agreement!.version,
      typedName: `${employee.firstName} ${employee.lastName}`,
      password: cast.password,
      documentSha256: agreement!.documentSha256!,
      ...change,
    }
    return world.call(signing.sign, { as, params: { id: agreement!.leasingAgreementId }, body })
  }

  it('with a wrong password, a wrong name, or for a document that was not read', async () => {
    const order = await toSign()
    expect((await sign(order, undefined, { password: 'väärä' })).body).toMatchObject({ code: 'PASSWORD_CHECK_FAILED' })
    expect((await sign(order, undefined, { typedName: 'Joku Muu' })).body.fields).toMatchObject([{ path: 'typedName' }])
    const other = await toSign()
    expect((await sign(order, undefined, { code: await codeFor(other) })).body).toMatchObject({ code: 'CODE_WRONG' })
    expect((await sign(order, undefined, { code: undefined })).body.fields).toMatchObject([{ path: 'code' }])
    expect((await sign(order, undefined, { documentSha256: 'a'.repeat(64) })).body).toMatchObject({
      code: 'CODE_EXPIRED',
    })
    expect((await order.now()).agreement).toMatchObject({ employeeSignedAt: null, employerSignedAt: null })
  })

  it('for the other side, also to an employer admin who is the buyer', async () => {
    const order = await toSign()
    expect((await sign(order, order.own.employee, { party: 'EMPLOYER' })).status).toBe(403)
    await assignRole(world, order.own.employee.userId, 'EMPLOYER_ADMIN', { companyId: cast.companyId })
    expect((await sign(order, order.own.employee, { party: 'EMPLOYER' })).body).toMatchObject({
      code: 'NOT_FOR_ONESELF',
    })
  })

  it('twice', async () => {
    const order = await toSign()
    expect((await sign(order)).status).toBe(200)
    const { agreement } = await order.now()
    const body = { version: agreement!.version, documentSha256: agreement!.documentSha256! }
    const params = { id: agreement!.leasingAgreementId }
    expect((await world.call(signing.requestCode, { as: order.own.employee, params, body })).body).toMatchObject({
      code: 'SIGNING_NOT_ALLOWED',
    })
    expect((await sign(order)).body).toMatchObject({ code: 'CODE_EXPIRED' })
  })

  it('by declining, which sends the order back with the reason and voids the agreement', async () => {
    const order = await toSign()
    const { agreement } = await order.now()
    const body = { party: 'EMPLOYER' as const, version: agreement!.version, reason: 'Väärä malli.' }
    const back = await world.ok(signing.reject, {
      as: cast.employer,
      params: { id: agreement!.leasingAgreementId },
      body,
    })
    expect(back).toMatchObject({ orderStatus: 'PACKAGE_PROVIDED', agreement: null })
    const kept = await world.ok(agreements.get, { as: cast.staff, params: { id: agreement!.leasingAgreementId } })
    expect(kept).toMatchObject({ status: 'REJECTED' })
    expect(kept.voidAt).not.toBeNull()
  })
})

describe('the sealed agreement', () => {
  it.skipIf(!findProgram('pdfsig'))('is valid to a reader that knows nothing of us', async () => {
    const order = await toSign()
    await order.journey.sign(order.own.employee, order.orderId, 'EMPLOYEE')
    const { agreement } = await order.journey.sign(order.own.employer, order.orderId, 'EMPLOYER')
    const { raw } = await world.call(agreements.file, {
      as: order.own.employee,
      params: { id: agreement!.signedDocumentId! },
    })
    const folder = mkdtempSync(path.join(tmpdir(), 'poljin-seal-'))
    writeFileSync(path.join(folder, 'agreement.pdf'), raw)
    const report = execFileSync(findProgram('pdfsig')!, [path.join(folder, 'agreement.pdf')]).toString()
    rmSync(folder, { recursive: true })
    expect(report).toContain('Signature is Valid.')
    expect(report).toContain('Total document signed')
  })
})

describe('after the confirmation', () => {
  it('an invoice is matched only when checked, and with a reason when it differs by more than a euro', async () => {
    const order = await confirmed()
    await order.journey.process(order.orderId)
    const today = helsinkiDay(world.env.now())
    const paper = {
      orderId: order.orderId,
      number: 'L-1',
      issueDay: today,
      dueDay: addDays(today, 14),
      total: 3001.01,
    }
    const lines = [
      { description: 'Pyörä', total: 2901.01, vatPercent: 25.5 },
      { description: 'Kirja', total: 100, vatPercent: 14 },
    ]
    const refused = async (body: object) =>
      (await world.call(invoices.enter, { as: cast.staff, body: { ...paper, ...body } })).body
    expect(await refused({})).toMatchObject({ fields: [{ path: 'vatPercent', code: 'REQUIRED' }] })
    expect(await refused({ lines: [lines[0]!] })).toMatchObject({ fields: [{ path: 'lines' }] })
    expect(await refused({ lines: [{ ...lines[0]!, total: 0 }] })).toMatchObject({
      fields: [{ path: 'lines.0.total' }],
    })
    const entered = await world.ok(invoices.enter, { as: cast.staff, body: { ...paper, lines } })
    const kept = await world.ok(invoices.get, { as: cast.staff, params: { id: entered.invoiceId } })
    expect(kept.lines.map(({ description, gross, vatPercent }) => ({ description, total: gross, vatPercent }))).toEqual(
      lines,
    )
    const match = async (reason?: string, invoiceId = entered.invoiceId) => {
      const { version } = await order.now()
      const body = { invoiceId, version, ...(reason ? { reason } : {}) }
      return world.call(invoices.match, { as: cast.staff, params: { orderId: order.orderId }, body })
    }
    expect((await match()).body).toMatchObject({ code: 'INVOICE_DIFFERENCE_NEEDS_REASON' })
    const less = await world.ok(invoices.enter, {
      as: cast.staff,
      body: { ...paper, number: 'L-0', total: 2900, vatPercent: 25.5 },
    })
    expect((await match(undefined, less.invoiceId)).body).toMatchObject({ code: 'INVOICE_DIFFERENCE_NEEDS_REASON' })
    expect((await match('Kuljetus')).body).toMatchObject({
      code: 'ORDER_STEP_NOT_ALLOWED',
      details: { unmet: ['INVOICE_NOT_VERIFIED'] },
    })
    expect((await order.now()).invoice).toBeNull()
    await world.ok(invoices.setStatus, {
      as: cast.staff,
      params: { id: entered.invoiceId },
      body: { status: 'VERIFIED', version: entered.version },
    })
    expect((await match('Kuljetus')).body).toMatchObject({ orderStatus: 'WAITING_FOR_DELIVERY_DATE' })
    const again = {
      orderId: order.orderId,
      number: 'L-1',
      issueDay: today,
      dueDay: today,
      total: 3000,
      vatPercent: 25.5,
    }
    expect((await world.call(invoices.enter, { as: cast.staff, body: again })).body).toMatchObject({
      code: 'NAME_EXISTS',
    })
  })

  it('a delivery is neither reported too early nor for a day that cannot be', async () => {
    const order = await confirmed()
    const report = async (deliveryDay: string) => {
      const { version } = await order.now()
      return world.call(orders.setDelivery, {
        as: order.own.employee,
        params: { orderId: order.orderId },
        body: { frameNumber: 'HT7-1', deliveryDay, version },
      })
    }
    const today = helsinkiDay(world.env.now())
    expect((await report(today)).body).toMatchObject({ code: 'DELIVERY_NOT_ALLOWED' })
    await order.journey.process(order.orderId)
    expect((await report(addDays(today, 1))).body.fields).toMatchObject([{ path: 'deliveryDay' }])
    expect((await report(addDays(today, -1))).body.fields).toMatchObject([{ path: 'deliveryDay' }])
    expect((await report(today)).body).toMatchObject({ orderStatus: 'WAITING_FOR_INVOICE_MATCH', frameNumber: 'HT7-1' })
  })

  it('a delivery link dies with its time and names no price', async () => {
    const order = await confirmed()
    await order.journey.process(order.orderId)
    const row = await world.services.database.primary
      .selectFrom('link_tokens')
      .select(['id', 'sealed'])
      .where('subject_id', '=', order.orderId)
      .where('purpose', '=', 'delivery')
      .where('sealed', 'is not', null)
      .executeTakeFirstOrThrow()
    const params = { token: world.services.vault.open(row.sealed!) }
    const page = await world.call(orderLinks.deliveryPage, { params })
    expect(page.status).toBe(200)
    expect(page.raw.toString()).not.toMatch(/3000|2790|Testiyritys/)
    await world.services.database.primary
      .updateTable('link_tokens')
      .set({ expires_at: '2020-01-01T00:00:00Z' })
      .where('id', '=', row.id)
      .execute()
    expect((await world.call(orderLinks.deliveryPage, { params })).body).toMatchObject({ code: 'TOKEN_NOT_VALID' })
  })

  it('billing waits for the whole file, and a step back wants a reason', async () => {
    const order = await confirmed()
    await order.journey.process(order.orderId)
    const invoice = await order.journey.enterInvoice(order.orderId)
    await order.journey.match(order.orderId, invoice.invoiceId)
    const move = async (to: 'GRENKE_INVOICE_SENT' | 'WAITING_FOR_INVOICE_MATCH' | 'CANCELLED', reason?: string) => {
      const { version } = await order.now()
      return world.call(orders.move, {
        as: cast.staff,
        params: { orderId: order.orderId },
        body: { to, version, ...(reason ? { reason } : {}) },
      })
    }
    expect((await move('GRENKE_INVOICE_SENT')).body).toMatchObject({ code: 'ORDER_STEP_NOT_ALLOWED' })
    expect((await move('WAITING_FOR_INVOICE_MATCH')).body).toMatchObject({ details: { unmet: ['REASON_MISSING'] } })
    expect((await move('CANCELLED', 'Kauppa purkautui')).body).toMatchObject({ code: 'ORDER_CANCELLATION_REQUIRED' })
    expect((await order.now()).orderStatus).toBe('WAITING_FOR_DELIVERY_DATE')
  })

  it('a question holds the order until the buyer has answered', async () => {
    const order = await confirmed()
    await order.journey.move(cast.staff, order.orderId, 'WAITING_FOR_CUSTOMER_COMMENT', { question: 'Käykö koko 55?' })
    const { version, holdQuestion } = await order.journey.order(order.own.employee, order.orderId)
    expect(holdQuestion).toBe('Käykö koko 55?')
    const call = (answer?: string) =>
      world.call(orders.move, {
        as: order.own.employee,
        params: { orderId: order.orderId },
        body: { to: 'CONFIRMED', version, ...(answer ? { answer } : {}) },
      })
    expect((await call()).body).toMatchObject({
      code: 'ORDER_STEP_NOT_ALLOWED',
      details: { unmet: ['ANSWER_MISSING'] },
    })
    expect((await call('Käy.')).body).toMatchObject({
      orderStatus: 'CONFIRMED',
      holdAnswer: 'Käy.',
      holdQuestion: null,
    })
  })
})

describe('an order is not opened', () => {
  it('for a person who is not accepted, nor past the number that the policy allows', async () => {
    const company = await buildCompany(world)
    const pending = await buildEmployee(world, company, { status: 'PENDING' })
    const start = (beneficiaryEmployeeId: string) =>
      world.call(orders.start, { as: cast.staff, body: { beneficiaryEmployeeId } })
    expect((await start(pending.employeeId)).body).toMatchObject({ details: { unmet: ['PERSON_NOT_ACCEPTED'] } })
    const accepted = await buildEmployee(world, company)
    expect((await start(accepted.employeeId)).status).toBe(201)
    expect((await start(accepted.employeeId)).body).toMatchObject({ details: { unmet: ['OPEN_ORDER_LIMIT_REACHED'] } })
  })
})
