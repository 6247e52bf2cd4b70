import type { RawBuilder } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'
import { insertRows } from '#platform/server/database/insert-rows.ts'
import type { Env } from '#platform/server/runtime/env.ts'
import type { Day } from '#platform/values/days.ts'
import type { Posting } from '../../rules/posting.ts'

export interface Voucher {
  /** What happened to what; the database takes each once. */
  readonly voucher: string
  readonly companyId: string | null
  readonly day: Day
  readonly invoiceId: string | null
  readonly paymentId?: string
  readonly postings: readonly Posting[]
}

/** The one statement that writes the rows of vouchers, so that the database can refuse those that do not balance. */
export function insertVouchers(env: Env, vouchers: readonly Voucher[]): RawBuilder<unknown> {
  const now = env.now()
  const rows = vouchers.flatMap((voucher) =>
    voucher.postings.map((posting, index) => ({
      id: env.id(),
      company_id: voucher.companyId,
      voucher: voucher.voucher,
      position: index + 1,
      day: voucher.day,
      account: posting.account,
      amount_cents: posting.amountCents,
      vat_basis_points: posting.vatBasisPoints,
      invoice_id: voucher.invoiceId,
      payment_id: voucher.paymentId ?? null,
      created_at: now,
    })),
  )
  return insertRows('ledger_rows', rows)
}

/** Writes the rows of vouchers. */
export async function postVouchers(db: Db, env: Env, vouchers: readonly Voucher[]): Promise<void> {
  if (vouchers.some(({ postings }) => postings.length > 0)) await insertVouchers(env, vouchers).execute(db)
}
