import { expectCompensation, receiveCompensation } from '#features/lease-ends/insurance-claims/server/compensation.ts'
import { invoices } from '#features/money/invoices/contract.ts'
import { payments } from '#features/money/payments/contract.ts'
import { statesToDecide } from '#features/money/payments/rules/refunds.ts'
import { billPerson } from '#features/money/payments/server/bill-person.ts'
import type { startDemoPaytrail } from '#features/money/payments/server/demo-peer.ts'
import { askOldAttempts } from '#features/money/payments/server/jobs.ts'
import { payPath } from '#features/money/payments/server/pay-links.ts'
import { signatureOf } from '#features/money/payments/server/paytrail-client.ts'
import { systemActor } from '#platform/server/events/events.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import type { Caller, World } from '#testing/world.ts'

export type Peer = Awaited<ReturnType<typeof startDemoPaytrail>>

/** What a person is billed for at the end of a lease, in an absence or after a damage. */
const purposes = ['REDEMPTION', 'RETURN_FEE', 'ABSENCE', 'DEDUCTIBLE', 'EXCESS'] as const
const outcomes = ['ok', 'pending', 'refused', 500] as const

interface People {
  readonly world: World
  readonly staff: Caller
  readonly peer: Peer
  readonly companyId: string
  readonly employeeId: string
  /** The invoices that there are. */
  readonly made: string[]
  /** What the insurer owes by claim. */
  readonly claims: Map<string, { version: number; cents: number }>
}

/** The payment service tells of an online payment, signed. */
async function tell({ world, peer }: People, transactionId: string, status: string): Promise<void> {
  const row = await world.services.database.primary
    .selectFrom('paytrail_attempts')
    .select(['id', 'amount_cents'])
    .where('transaction_id', '=', transactionId)
    .executeTakeFirstOrThrow()
  const query = {
    'checkout-account': peer.config.merchantId,
    'checkout-algorithm': 'sha256',
    'checkout-reference': '123',
    'checkout-amount': String(row.amount_cents),
    'checkout-stamp': row.id,
    'checkout-transaction-id': transactionId,
    'checkout-status': status,
  }
  const signature = signatureOf(peer.config.secret, query)
  await world.ok(payments.paytrailCallback, { anyQuery: { ...query, signature } })
}

/** Bills of people, and their payments and refunds through the payment service. */
export function stepsOfPeople(people: People) {
  const { world, staff, peer, made } = people
  const refundsOf = async (id: string) => (await world.ok(payments.refunds, { as: staff, params: { id } })).items
  return {
    async bill(_id: string, cents: number) {
      const purpose = purposes[cents % purposes.length]!
      const lines = [{ description: 'Henkilön maksu', grossCents: cents }]
      made.push(
        await world.services.database.transaction((db) =>
          billPerson(db, world.services, { employeeId: people.employeeId, purpose, lines, actor: systemActor }),
        ),
      )
    },
    /** The newest bill or the given one, paid online; every third time the service says that it failed. */
    async payOnline(id: string, cents: number) {
      const invoiceId = cents % 2 ? made.at(-1)! : id
      const of = { id: invoiceId, companyId: people.companyId }
      const path = await world.services.database.transaction((db) => payPath(db, world.services, of))
      const token = path.replace('/maksu/', '')
      const begun = await world.call(payments.payOnline, { params: { token }, body: {} })
      if (begun.status !== 201) return
      await tell(people, begun.body.href.split('/').at(-1)!, cents % 3 ? 'ok' : 'fail')
    },
    async refundOnline(_id: string, cents: number) {
      for (const id of made.toReversed()) {
        const found = await world.ok(invoices.get, { as: staff, params: { id } })
        const online = found.payments.find(({ method, direction }) => method === 'PAYTRAIL' && direction === 'IN')
        if (!online) continue
        peer.refunds.next = outcomes[cents % outcomes.length]!
        const amount = eurosFromCents(cents)
        const body = { reason: 'Peruttu', ...(cents % 5 && amount < online.amount ? { amount } : {}) }
        await world.call(payments.refund, { as: staff, params: { paymentId: online.paymentId }, body })
        return
      }
    },
    /** The service ends what it has put off, and a person says what became of what it did not tell. */
    async endRefunds(_id: string, cents: number) {
      peer.refunds.end(cents % 2 ? 'ok' : 'fail')
      await askOldAttempts.run(world.services)
      for (const id of made)
        for (const { refundId, version, state } of await refundsOf(id))
          if (statesToDecide.includes(state))
            await world.ok(payments.decideRefund, {
              as: staff,
              params: { id: refundId },
              body: { version, wasPaid: cents % 3 === 0 },
            })
    },
  }
}

/** What the insurer owes for claims, decided, changed and paid. */
export function stepsOfClaims({ world, companyId, claims }: People) {
  const runWith = (run: typeof expectCompensation, id: string, more: object) => {
    const claim = claims.get(id)!
    claim.version += 1
    const row = { id, company_id: companyId, version: claim.version, compensation_cents: claim.cents }
    const input = { actor: systemActor, ...more }
    return world.services.database.transaction((db) =>
      run({ db, services: world.services, row, input } as Parameters<typeof expectCompensation>[0]),
    )
  }
  return {
    async decideClaim(_id: string, cents: number) {
      const known = [...claims.keys()]
      const id = cents % 2 && known[0] ? known[0] : world.env.id()
      claims.set(id, { version: claims.get(id)?.version ?? 0, cents })
      await runWith(expectCompensation, id, {})
    },
    async insurerPays(_id: string, cents: number) {
      const id = [...claims.keys()][cents % Math.max(1, claims.size)]
      const received = { amountCents: cents, paidDay: helsinkiDay(world.env.now()) }
      if (id) await runWith(receiveCompensation, id, { extra: { received } })
    },
  }
}
