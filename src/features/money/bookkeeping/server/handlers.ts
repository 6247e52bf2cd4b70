import { Answer, type Handlers } from '#platform/server/http/context.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import type { bookkeeping } from '../contract.ts'
import { bankBalances } from './bank.ts'
import { accountsView, reconciliation, setAccounts, vatSummary } from './books.ts'
import { closeMonth, fileMonth } from './close.ts'
import { ledgerFile } from './ledger-file.ts'
import { listMonths, monthDetails } from './months.ts'
import { proposeOpening } from './open-again.ts'
import { outlook } from './outlook.ts'
import { checkPeriod } from './period.ts'
import { vatReturn, vatReturnFile } from './vat-return.ts'
import { voucherFile } from './voucher-file.ts'
import { listVouchers, trialBalance } from './vouchers.ts'

export const bookkeepingHandlers: Handlers<typeof bookkeeping> = {
  months: (_request, { db, env }) => listMonths(db, helsinkiDay(env.now())),
  month: ({ params }, { db, env }) => monthDetails(db, params.month, helsinkiDay(env.now())),
  close: ({ params, body }, context) => closeMonth(context, params.month, body),
  file: ({ params, body }, context) => fileMonth(context, params.month, body),
  vatReturn: ({ params }, { db, env }) => vatReturn(db, params.month, helsinkiDay(env.now())),
  vatReturnFile: ({ params, query }, context) =>
    vatReturnFile(context, params.month, query.format, helsinkiDay(context.env.now())),
  voucherFile: ({ params, query }, context) => voucherFile(context, params.month, query.program),
  open: async ({ params, body }, context) => new Answer(202, await proposeOpening(context, params.month, body)),
  vouchers: ({ query }, { db }) => listVouchers(db, { ...query, page: query.page ?? 1, limit: query.limit ?? 20 }),
  balances: ({ query }, { db }) => {
    checkPeriod(query)
    return trialBalance(db, query)
  },
  bank: ({ query }, { db }) => {
    checkPeriod(query)
    return bankBalances(db, query)
  },
  ledgerFile: ({ query }, context) => ledgerFile(context, query),
  vatSummary: ({ query }, { db }) => vatSummary(db, query),
  reconciliation: (_request, { db, env }) => reconciliation(db, helsinkiDay(env.now())),
  outlook: (_request, { db, env }) => outlook(db, helsinkiDay(env.now())),
  accounts: (_request, { db }) => accountsView(db),
  setAccounts: ({ body }, context) => setAccounts(context, body),
}
