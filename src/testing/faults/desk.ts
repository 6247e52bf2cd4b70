import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { takeInBankInbox } from '#features/money/banking/server/statements/inbox-job.ts'
import { eInvoices } from '#features/money/e-invoices/contract.ts'
import { deliverInvoice } from '#features/money/invoices/ledger/server/deliver.ts'
import { payments } from '#features/money/payments/contract.ts'
import { sendSms } from '#platform/server/messages/messages.ts'
import { buildCompany, buildEmployee, signedInAs } from '../builders.ts'
import { finvoiceText, newStatement } from '../kill/scene.ts'
import { buildFeeInvoice } from '../money/fee-invoice.ts'
import type { Caller, World } from '../world.ts'
import { openWorldOn } from '../world-on.ts'
import type { Ground } from './ground.ts'
import type { Act } from './load.ts'

/** What somebody was promised beside the load, and what has to be there in the end, once. */
interface Promised {
  readonly texts: string[]
  readonly paidOnline: string[]
  readonly eInvoices: string[]
  readonly takenIn: string[]
  readonly paid: string[]
}

/** Work that reaches outside: each is repeated with its key until it is acknowledged. */
export interface Desk {
  readonly world: World
  readonly promised: Promised
  /** Bills a person: a number, a document, a mail. */
  readonly bills: Act
  sendTexts(count: number): Promise<void>
  payOnline(count: number): Promise<void>
  sendEInvoices(count: number): Promise<void>
  takeInEInvoices(count: number): Promise<void>
  putStatement(): Promise<void>
  readBank(): Promise<void>
}

const GIVE_UP_MS = 90_000

/** Posts to one node after the other until one acknowledges. @throws where none does */
async function post({ nodes }: Ground, path: string, of: { as: Caller | null; body: BodyInit; type: string }) {
  const key = randomUUID()
  const until = Date.now() + GIVE_UP_MS
  let told = 'no answer'
  for (let turn = 0; Date.now() < until; turn += 1) {
    const node = nodes[turn % 2]
    const reply = await fetch(`http://127.0.0.1:${node?.port}${path}`, {
      method: 'POST',
      headers: {
        'content-type': of.type,
        'idempotency-key': key,
        ...(of.as ? { authorization: `Bearer ${of.as.accessToken}` } : {}),
      },
      body: of.body,
      signal: AbortSignal.timeout(20_000),
    }).catch(() => null)
    if (reply?.ok) return
    if (reply) told = `${reply.status} ${await reply.text()}`
    await pause(300)
  }
  throw new Error(`${path} was not acknowledged: ${told}`)
}

const json = (value: object) => ({ body: JSON.stringify(value), type: 'application/json' })
const times = <T>(count: number, work: () => Promise<T>) => Promise.all(Array.from({ length: count }, work))

/** Text messages of a code, each to somebody else. */
async function sendTexts(world: World, { texts }: Promised, count: number): Promise<void> {
  await times(count, async () => {
    const to = `+35845${randomUUID().replace(/\D/g, '').padEnd(9, '0').slice(0, 9)}`
    const sms = { to, language: 'fi' as const, template: 'sessions:sms.code', values: { code: '123456' } }
    await world.services.database.transaction((db) => sendSms(db, world.services, sms))
    texts.push(to)
  })
}

async function billOf(world: World, staff: Caller, person: Caller, employeeId: string) {
  const body = { beneficiaryEmployeeId: employeeId, description: `verkossa ${randomUUID()}`, amount: 20, hasVat: true }
  const { invoiceId } = await world.ok(payments.create, { as: staff, body })
  const { items } = await world.ok(payments.list, { as: person })
  return { invoiceId, token: items.find((row) => row.invoiceId === invoiceId)?.payPath?.replace('/maksu/', '') ?? '' }
}

async function invoiceForGateway(world: World, companyId: string): Promise<string> {
  const buyer = {
    email: 'laskut@testi.example',
    businessId: '1234567-1',
    address: 'Mallitie 1, 00100 Helsinki',
    eInvoiceAddress: '003712345671',
    eInvoiceOperator: '003799999002',
  }
  const id = await buildFeeInvoice(world, { companyId, lines: [{ cents: 1_500 }], buyer })
  await world.services.database.transaction((db) => deliverInvoice(db, world.services, id))
  return id
}

/** Opens the staff's desk on the ground; its world works on the same database as the nodes. */
export async function openDesk(ground: Ground): Promise<Desk> {
  const world = await openWorldOn(ground.owner, { variables: { ...ground.variables, READ_DATABASE_URL: '' } })
  const staff = await signedInAs(world, 'INTERNAL_ADMIN')
  const company = await buildCompany(world)
  const { employeeId, userId } = await buildEmployee(world, company)
  const person = await world.signIn(userId)
  const promised: Promised = { texts: [], paidOnline: [], eInvoices: [], takenIn: [], paid: [] }
  let statements = 0
  return {
    world,
    promised,
    bills: {
      kind: 'bill',
      path: payments.create.path,
      token: staff.accessToken,
      body: (description) => ({ beneficiaryEmployeeId: employeeId, description, amount: 12.55, hasVat: true }),
    },
    sendTexts: (count) => sendTexts(world, promised, count),
    async payOnline(count) {
      const bills: Awaited<ReturnType<typeof billOf>>[] = []
      for (let n = 0; n < count; n += 1) bills.push(await billOf(world, staff, person, employeeId))
      await Promise.all(
        bills.map(({ token }) =>
          post(ground, payments.payOnline.path.replace(':token', token), { as: null, ...json({}) }),
        ),
      )
      promised.paidOnline.push(...bills.map(({ invoiceId }) => invoiceId))
    },
    async sendEInvoices(count) {
      await times(count, async () => {
        const invoiceId = await invoiceForGateway(world, company.companyId)
        await post(ground, eInvoices.send.path, { as: staff, ...json({ invoiceId }) })
        promised.eInvoices.push(invoiceId)
      })
    },
    async takeInEInvoices(count) {
      await times(count, async () => {
        const number = randomUUID().slice(0, 18)
        const body = finvoiceText(world, number)
        await post(ground, `${eInvoices.takeIn.path}?fileName=lasku.xml`, { as: staff, body, type: 'application/xml' })
        promised.takenIn.push(number)
      })
    },
    async putStatement() {
      statements += 1
      promised.paid.push(...(await newStatement(world, company, ground.bankInbox, statements)))
    },
    async readBank() {
      // A folder that is away is a failed job; its next run reads what lies there then.
      await takeInBankInbox.run(world.services).catch(() => undefined)
    },
  }
}
