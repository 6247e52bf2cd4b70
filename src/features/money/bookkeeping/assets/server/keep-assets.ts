import { sql } from 'kysely'
import { postVouchers } from '#features/money/invoices/ledger/server/post.ts'
import type { Posting } from '#features/money/invoices/rules/posting.ts'
import type { Db } from '#platform/server/database/db.ts'
import { insertRows } from '#platform/server/database/insert-rows.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { Job } from '#platform/server/jobs/jobs.ts'
import type { Env } from '#platform/server/runtime/env.ts'
import {
  type Day,
  firstOfMonth,
  helsinkiDay,
  lastOfMonth,
  laterDay,
  type Month,
  monthOf,
  nextMonth,
} from '#platform/values/days.ts'
import { type Cents, mulDivHalfUp, percentOf, sumCents } from '#platform/values/money.ts'
import { present } from '#platform/values/present.ts'
import {
  type Disposal,
  depreciatedBy,
  type Plan,
  postingsOfAcquisition,
  postingsOfDepreciation,
  postingsOfDisposal,
} from '../rules.ts'
import { readAssetSettings } from './settings.ts'

/** The last lease of each chain of own bicycles, the order of its bicycle, and whether the bicycle is out. */
export const ownChains = sql`
  select distinct on (a.chain_id) a.chain_id as "chainId", a.id as "agreementId", a.company_id as "companyId", a.lease_months as "leaseMonths", a.price_cents as "priceCents",
         a.vat_basis_points as "vatBasisPoints", a.lease_state as state, a.ended_day as "endedDay", a.end_reason as reason, a.bike_at as "bikeAt",
         (select min(f.start_day) from leasing_agreements f where f.chain_id = a.chain_id and f.void_at is null) as "startDay",
         (select o.order_id from leasing_agreements o where o.chain_id = a.chain_id and o.order_id is not null and o.void_at is null order by o.start_day desc nulls last, o.created_at desc limit 1) as "orderId",
         a.lease_state = 'ACTIVE' or (a.end_reason in ('TERM', 'RETURNED') and coalesce(a.bike_at, 'EMPLOYEE') in ('EMPLOYEE', 'EMPLOYER')) as "isOut"
    from leasing_agreements a join leasing_companies l on l.id = a.leasing_company_id
   where l.kind = 'OPERATOR' and a.void_at is null and a.start_day is not null and a.lease_state in ('ACTIVE', 'ENDED')
   order by a.chain_id, a.start_day desc, a.created_at desc`

interface Chain {
  readonly chainId: string
  readonly agreementId: string
  readonly companyId: string
  readonly leaseMonths: number
  readonly priceCents: Cents
  readonly vatBasisPoints: number
  readonly endedDay: Day | null
  readonly reason: string | null
  readonly startDay: Day
  readonly orderId: string | null
  readonly isOut: boolean
}

interface OpenAsset extends Plan {
  readonly id: string
  readonly companyId: string
  readonly chainId: string
  readonly orderId: string | null
  readonly bookCents: Cents
  /** The last month that is depreciated. */
  readonly doneMonth: Month | null
}

interface Entry {
  readonly asset: { readonly id: string; readonly companyId: string }
  readonly kind: 'ACQUIRED' | 'DEPRECIATED' | 'DISPOSED'
  readonly day: Day
  readonly cents: Cents
}

/** Writes entries with the one voucher that posts them. */
async function post(
  db: Db,
  env: Env,
  { voucher, entries, postings }: { voucher: string; entries: readonly Entry[]; postings: readonly Posting[] },
): Promise<void> {
  if (entries.length === 0) return
  const now = env.now()
  const values = entries.map(({ asset, kind, day, cents }) => ({
    id: env.id(),
    company_id: asset.companyId,
    asset_id: asset.id,
    kind,
    day,
    amount_cents: cents,
    voucher,
    created_at: now,
  }))
  await insertRows('lease_asset_entries', values).execute(db)
  const companyId = entries.length === 1 ? present(entries[0]).asset.companyId : null
  await postVouchers(db, env, [{ voucher, companyId, day: present(entries[0]).day, invoiceId: null, postings }])
}

/** What a bicycle has cost without VAT: by the invoice that its order was matched with, otherwise by the price of its lease. */
async function costOf(db: Db, { orderId, priceCents, vatBasisPoints }: Chain): Promise<Cents> {
  const { rows } = await sql<{ cents: Cents }>`
    select i.net_cents + coalesce((select sum(n.net_cents) from invoices n where n.credited_invoice_id = i.id and n.stage not in ('INVALIDATED', 'DELETED')), 0)::bigint as cents
      from orders o join invoices i on i.id = o.purchase_invoice_id where o.id = ${orderId}`.execute(db)
  const billed = rows[0]?.cents ?? 0
  return billed > 0 ? billed : mulDivHalfUp(priceCents, 10_000, 10_000 + vatBasisPoints)
}

async function acquire(db: Db, env: Env, { chain, day }: { chain: Chain; day: Day }): Promise<void> {
  const { months, residualPercent } = await readAssetSettings(db)
  const costCents = await costOf(db, chain)
  const id = env.id()
  await db
    .insertInto('lease_assets')
    .values({
      id,
      company_id: chain.companyId,
      agreement_id: chain.agreementId,
      chain_id: chain.chainId,
      order_id: chain.orderId,
      acquired_day: day,
      cost_cents: costCents,
      residual_cents: percentOf(costCents, residualPercent * 100),
      months: months || chain.leaseMonths,
      created_at: env.now(),
      updated_at: env.now(),
    })
    .execute()
  await post(db, env, {
    voucher: `asset:${id}:acquired`,
    entries: [{ asset: { id, companyId: chain.companyId }, kind: 'ACQUIRED', day, cents: costCents }],
    postings: postingsOfAcquisition(costCents),
  })
}

/** The assets that are there, or the one of an id. */
const openAssets = async (db: Db, id?: string): Promise<OpenAsset[]> =>
  (
    await sql<OpenAsset>`
      select a.id, a.company_id as "companyId", a.chain_id as "chainId", a.order_id as "orderId", a.acquired_day as "acquiredDay", a.cost_cents as "costCents",
             a.residual_cents as "residualCents", a.months, coalesce(sum(e.amount_cents), 0)::bigint as "bookCents",
             to_char(max(e.day) filter (where e.kind = 'DEPRECIATED'), 'YYYY-MM') as "doneMonth"
        from lease_assets a left join lease_asset_entries e on e.asset_id = a.id where a.disposed_day is null ${id ? sql`and a.id = ${id}` : sql``} group by a.id order by a.id`.execute(
      db,
    )
  ).rows

/** Depreciates assets for the whole months before a month, a voucher for each. */
async function depreciate(db: Db, env: Env, assets: readonly OpenAsset[], before: Month): Promise<void> {
  const due = new Map<Month, Entry[]>()
  for (const asset of assets) {
    let month = asset.doneMonth ? nextMonth(asset.doneMonth) : monthOf(asset.acquiredDay)
    for (let left = asset.bookCents - asset.residualCents; month < before && left > 0; month = nextMonth(month)) {
      const cents = left - (asset.costCents - asset.residualCents - depreciatedBy(asset, month))
      left -= cents
      const day = lastOfMonth(firstOfMonth(month))
      if (cents > 0) due.set(month, [...(due.get(month) ?? []), { asset, kind: 'DEPRECIATED', day, cents: -cents }])
    }
  }
  for (const month of [...due.keys()].toSorted()) {
    const entries = present(due.get(month))
    const postings = postingsOfDepreciation(-sumCents(entries.map(({ cents }) => cents)))
    await post(db, env, { voucher: `assets:depreciated:${month}:${env.id()}`, entries, postings })
  }
}

/** What was got for a bicycle that was bought out, without VAT, as it stands in the ledger. */
async function proceedsOf(db: Db, chainId: string): Promise<Cents> {
  const { rows } = await sql<{ cents: Cents }>`
    select coalesce(-sum(r.amount_cents), 0)::bigint as cents from leasing_agreements a join invoices i on i.agreement_id = a.id join ledger_rows r on r.invoice_id = i.id
     where a.chain_id = ${chainId} and r.account = 'SALES_REDEMPTION'`.execute(db)
  return Math.max(present(rows[0]).cents, 0)
}

const disposalOf = (reason: string | null): Disposal => {
  if (reason === 'REDEEMED') return 'SOLD'
  if (reason === 'CANCELLED') return 'CANCELLED'
  return reason === 'INSURANCE' ? 'LOST' : 'RETURNED'
}

interface Gone {
  readonly asset: OpenAsset
  readonly as: Disposal
  readonly day: Day
}

async function dispose(db: Db, env: Env, { asset, as, day: wanted }: Gone): Promise<void> {
  const day = laterDay(wanted, asset.acquiredDay)
  await depreciate(db, env, [asset], monthOf(day))
  const { bookCents } = present((await openAssets(db, asset.id))[0])
  const proceedsCents = as === 'SOLD' ? await proceedsOf(db, asset.chainId) : 0
  await db
    .updateTable('lease_assets')
    .set((eb) => ({
      disposed_day: day,
      disposed_as: as,
      proceeds_cents: proceedsCents,
      version: eb('version', '+', 1),
      updated_at: env.now(),
    }))
    .where('id', '=', asset.id)
    .execute()
  await post(db, env, {
    voucher: `asset:${asset.id}:disposed`,
    entries: [{ asset, kind: 'DISPOSED', day, cents: -bookCents }],
    postings: postingsOfDisposal(as, { bookCents, proceedsCents }),
  })
}

/** What has become of an asset, if it is there no more. */
function goneOf(asset: OpenAsset, chain: Chain | undefined, today: Day): Gone | null {
  if (!chain) return { asset, as: 'CANCELLED', day: today }
  if (asset.orderId !== chain.orderId) return { asset, as: 'LOST', day: today }
  if (chain.isOut || (chain.endedDay !== null && chain.endedDay > today)) return null
  const as = disposalOf(chain.reason)
  // A bicycle that comes back has been out until it was seen to be back.
  return { asset, as, day: as === 'RETURNED' ? today : (chain.endedDay ?? today) }
}

/**
 * Brings the assets to how the leases stand: new bicycles are acquired, whole months depreciated, and what is gone is taken
 * off with its gain or loss; in the transaction of the caller, one at a time.
 */
export async function keepAssets(db: Db, env: Env): Promise<void> {
  const today = helsinkiDay(env.now())
  await sql`select pg_advisory_xact_lock(hashtext('bookkeeping'), hashtext('assets'))`.execute(db)
  const all = (await sql<Chain>`${ownChains}`.execute(db)).rows
  const chains = all.filter(({ startDay }) => startDay <= today)
  const byId = new Map(chains.map((chain) => [chain.chainId, chain]))
  const known = await db.selectFrom('lease_assets').select(['chain_id', 'order_id']).execute()
  const had = new Set(known.map((row) => `${row.chain_id} ${row.order_id}`))
  const hadChain = new Set(known.map((row) => row.chain_id))
  for (const asset of await openAssets(db)) {
    const gone = goneOf(asset, byId.get(asset.chainId), today)
    if (gone) await dispose(db, env, gone)
  }
  for (const chain of chains) {
    if (had.has(`${chain.chainId} ${chain.orderId}`)) continue
    await acquire(db, env, { chain, day: hadChain.has(chain.chainId) ? today : chain.startDay })
  }
  for (const asset of await openAssets(db)) {
    const gone = goneOf(asset, byId.get(asset.chainId), today)
    if (gone) await dispose(db, env, gone)
  }
  await depreciate(db, env, await openAssets(db), monthOf(today))
}

/** Keeps the register of own bicycles with the leases, each night; one that was stopped has changed nothing. */
export const keepLeaseAssets: Job = {
  name: 'keep-lease-assets',
  cron: '25 2 * * *',
  run: async ({ database, env }: Services) => {
    await database.transaction((db) => keepAssets(db, env))
    return {}
  },
}
