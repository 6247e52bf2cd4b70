import { pageUrl } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { SignedIn } from '#platform/server/database/scope.ts'
import { qrCodeOf } from '#platform/server/documents/qr-code.ts'
import type { Services } from '#platform/server/http/context.ts'
import { type Day, helsinkiDay } from '#platform/values/days.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import type { BikeServiceView } from '../contract.ts'
import { shownCode, type VoucherState } from '../rules.ts'
import { type Balance, balanceOf, type ServicedLease, type VoucherRecord, vouchersOf } from './queries.ts'

/** How a voucher stands on a day: one that nobody has taken runs out by itself. */
export const stateOn = (row: Pick<VoucherRecord, 'state' | 'valid_until'>, today: Day): VoucherState =>
  row.state === 'OPEN' && row.valid_until < today ? 'EXPIRED' : row.state

export const isVoid = (row: VoucherRecord): boolean =>
  row.invoice_stage === 'INVALIDATED' ||
  row.invoice_stage === 'DELETED' ||
  (row.invoice_credited_cents ?? 0) >= (row.invoice_total_cents ?? Number.POSITIVE_INFINITY)

function invoiceState(row: VoucherRecord): BikeServiceView['vouchers'][number]['invoice'] {
  if (row.invoice_stage === null) return null
  if (isVoid(row)) return 'VOID'
  if (row.invoice_paid_day !== null) return 'PAID'
  if (row.invoice_disputed_at !== null) return 'DISPUTED'
  return row.invoice_stage === 'RECEIVED' ? 'TO_CHECK' : 'ACCEPTED'
}

const voucherView = (row: VoucherRecord, today: Day): BikeServiceView['vouchers'][number] => ({
  serviceVoucherId: row.id,
  state: stateOn(row, today),
  validUntil: row.valid_until,
  createdAt: row.created_at.toISOString(),
  storeName: row.store_name,
  work: row.work,
  sum: row.billed_cents === null ? null : eurosFromCents(row.billed_cents),
  billedAt: row.billed_at?.toISOString() ?? null,
  invoice: invoiceState(row),
  version: row.version,
})

const balanceView = (balance: Balance | null): BikeServiceView['balance'] =>
  balance && {
    total: eurosFromCents(balance.terms.cents),
    released: eurosFromCents(balance.releasedCents),
    used: eurosFromCents(balance.usedCents),
    left: eurosFromCents(balance.leftCents),
    release: balance.terms.release,
    daysAfter: balance.terms.daysAfter,
    lastDay: balance.lastDay,
  }

function shownVoucher({ code }: VoucherRecord, { config }: Pick<Services, 'config'>) {
  const url = config.origin + pageUrl('serviceVoucher', { code })
  return { code: shownCode(code), url, qr: qrCodeOf(url) }
}

/** The service of a lease as its reader sees it; the code of an open voucher is its own person's alone. */
export async function serviceView(
  db: Db,
  services: Services,
  lease: ServicedLease,
  reader: Pick<SignedIn, 'userId'>,
): Promise<BikeServiceView> {
  const today = helsinkiDay(services.env.now())
  const [balance, vouchers] = [await balanceOf(db, lease, today), await vouchersOf(db, lease.id)]
  const open = vouchers.find((row) => stateOn(row, today) === 'OPEN' || row.state === 'TAKEN')
  return {
    leasingAgreementId: lease.id,
    balance: balanceView(balance),
    obstacle: balance?.obstacle ?? null,
    shown: open && reader.userId === lease.owner_id ? shownVoucher(open, services) : null,
    vouchers: vouchers.map((row) => voucherView(row, today)),
  }
}
