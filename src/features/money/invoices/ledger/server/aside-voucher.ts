import { type RawBuilder, sql } from 'kysely'

/** The voucher of a bank's movement that was put aside as the bank's own item, at the version at which it was. */
export const asideVoucher = (entryId: string, version: number): string => `aside:${entryId}:${version}`

/** The same of a row `e` of the bank's movements, which putting aside has given its next version. */
export const asideVoucherOfEntry: RawBuilder<string> = sql`'aside:' || e.id || ':' || (e.version - 1)`

/** Whether a voucher is that of a movement put aside. */
export const isAsideVoucher = (voucher: RawBuilder<unknown>): RawBuilder<boolean> => sql`${voucher} like 'aside:%'`

/** The movement of such a voucher. */
export const entryOfAside = (voucher: RawBuilder<unknown>): RawBuilder<string> =>
  sql`case when ${isAsideVoucher(voucher)} then split_part(${voucher}, ':', 2)::uuid end`
