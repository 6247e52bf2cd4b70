import { banking } from '#features/money/banking/contract.ts'
import { invoices } from '#features/money/invoices/contract.ts'
import { insertLines } from '#features/money/invoices/ledger/server/issue.ts'
import { priceLines } from '#features/money/invoices/rules/lines.ts'
import { bankDayFrom } from '#platform/values/bank-days.ts'
import { addDays, type Day, helsinkiDay } from '#platform/values/days.ts'
import { buildCompany, buildStore, signedInAs } from '#testing/builders.ts'
import { releaseFile } from '#testing/runs/release-file.ts'
import type { Caller, World } from '#testing/world.ts'

export const storeIban = 'FI2112345600000785'

/** A store that bills, and two of the staff: one who pays it and another one who releases. */
export async function openPurchases(world: World) {
  const [maker, releaser] = [await signedInAs(world, 'INTERNAL_ADMIN'), await signedInAs(world, 'INTERNAL_ADMIN')]
  const { companyId } = await buildCompany(world)
  const { bikeStoreId } = await buildStore(world, { iban: storeIban })
  return { maker, releaser, companyId, bikeStoreId, ...stepsOf({ world, maker, releaser, companyId, bikeStoreId }) }
}

interface Office {
  readonly world: World
  readonly maker: Caller
  readonly releaser: Caller
  readonly companyId: string
  readonly bikeStoreId: string
}

/** What people do with a store's invoice. */
function stepsOf(office: Office) {
  const { world, maker } = office
  const get = (id: string) => world.ok(invoices.get, { as: maker, params: { id } })
  const approve = async (id: string) => {
    const { version } = await get(id)
    await world.ok(invoices.setStatus, { as: maker, params: { id }, body: { status: 'APPROVED', version } })
  }
  return {
    get,
    approve,
    /** A store's checked invoice of so much, approved; of November 2026 unless told. @returns its id */
    async approved(cents: number, issueDay: Day = '2026-11-01') {
      const id = await verified(office, { cents, issueDay })
      await approve(id)
      return id
    },
    /** Staff record that so much was paid to the store, or by it, in another way. */
    payByHand(id: string, cents: number, direction: 'OUT' | 'IN' = 'OUT') {
      const paidDay = helsinkiDay(world.env.now())
      const body = { direction, amount: cents / 100, paidDay, method: 'MANUAL' as const, reason: 'Maksettu kassasta' }
      return world.call(invoices.pay, { as: maker, params: { id }, body })
    },
    ...stepsOfFiles(office),
  }
}

/** What people do to pay it by the bank. */
function stepsOfFiles({ world, maker, releaser }: Office) {
  return {
    queue: (...invoiceIds: string[]) => world.ok(banking.queue, { as: maker, body: { invoiceIds } }),
    make() {
      const executionDay = bankDayFrom(addDays(helsinkiDay(world.env.now()), 1))
      return world.call(banking.make, { as: maker, body: { executionDay } })
    },
    release: (file: { paymentFileId: string; version: number }) => releaseFile(world, releaser, file),
    async orderOf(invoiceId: string) {
      const { items } = await world.ok(banking.orders, { as: maker, query: { limit: 100 } })
      return items.find((one) => one.invoiceId === invoiceId)!
    },
    async fileOf(id: string) {
      const { items } = await world.ok(banking.paymentFiles, { as: releaser, query: { limit: 100 } })
      return items.find(({ paymentFileId }) => paymentFileId === id)!
    },
  }
}

let serial = 0

async function verified(
  { world, maker, companyId, bikeStoreId }: Office,
  { cents, issueDay }: { cents: number; issueDay: Day },
): Promise<string> {
  const { env, database } = world.services
  const id = env.id()
  serial += 1
  const { lines, totals } = priceLines([
    { purpose: 'OTHER' as const, description: 'Pyörä', grossCents: cents, vatBasisPoints: 2550 },
  ])
  await database.transaction(async (db) => {
    await db
      .insertInto('invoices')
      .values({
        id,
        company_id: companyId,
        direction: 'PURCHASE',
        party: 'STORE',
        stage: 'RECEIVED',
        status: 'RECEIVED',
        bike_store_id: bikeStoreId,
        number: `O${serial}`,
        iban: storeIban,
        issue_day: issueDay,
        due_day: addDays(issueDay, 29),
        net_cents: totals.netCents,
        vat_cents: totals.vatCents,
        total_cents: totals.grossCents,
        // Without an order: entered by the claim that it is for.
        matched_at: env.now(),
      })
      .execute()
    await insertLines(db, env, { companyId, invoiceId: id, lines })
  })
  const body = { status: 'VERIFIED' as const, version: 1 }
  await world.ok(invoices.setStatus, { as: maker, params: { id }, body })
  return id
}
