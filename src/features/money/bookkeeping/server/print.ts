import { accountCodes, type LedgerAccount } from '#features/money/invoices/rules/posting.ts'
import type { LanguageCode } from '#platform/contract/contract.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Texts } from '#platform/server/runtime/texts.ts'

export const CODES_SETTING = 'account-codes'

export const ledgerColumns = [
  'day',
  'ownDay',
  'voucher',
  'code',
  'account',
  'debit',
  'credit',
  'rate',
  'number',
  'party',
] as const
export type LedgerColumn = (typeof ledgerColumns)[number]

/** The words of the ledger's file in one language. */
interface Words {
  readonly file: string
  readonly columns: Readonly<Record<LedgerColumn, string>>
  readonly accounts: Readonly<Record<LedgerAccount, string>>
}

/** What a month's file is written with: kept at the closing, so that its bytes stay the same whatever is changed later. */
export interface Print {
  readonly codes: Readonly<Record<LedgerAccount, string>>
  readonly words: Readonly<Record<LanguageCode, Words>>
}

/** The codes of the accounts with their version, 0 when none was ever changed. */
export async function readCodes(db: Db, lock = false) {
  const query = db.selectFrom('settings').select(['value', 'version']).where('key', '=', CODES_SETTING)
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst()
  const own = (row?.value ?? {}) as Partial<Record<LedgerAccount, string>>
  return { codes: { ...accountCodes, ...own } as Record<LedgerAccount, string>, version: row?.version ?? 0 }
}

const accounts = Object.keys(accountCodes) as LedgerAccount[]

function wordsIn(texts: Texts, language: LanguageCode): Words {
  const t = (key: string) => texts.t(language, `bookkeeping:${key}`)
  const of = <K extends string>(keys: readonly K[], group: string) =>
    Object.fromEntries(keys.map((key) => [key, t(`${group}.${key}`)])) as Record<K, string>
  return { file: t('file'), columns: of(ledgerColumns, 'columns'), accounts: of(accounts, 'accounts') }
}

/** The codes and words as they stand today. */
export async function printOfToday(db: Db, texts: Texts): Promise<Print> {
  const { codes } = await readCodes(db)
  return { codes, words: { fi: wordsIn(texts, 'fi'), en: wordsIn(texts, 'en'), sv: wordsIn(texts, 'sv') } }
}
