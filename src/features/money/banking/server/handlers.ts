import { fail } from '#platform/contract/errors.ts'
import { wholeListOf } from '#platform/server/database/pages-of-rows.ts'
import { Answer, type Handlers } from '#platform/server/http/context.ts'
import type { banking } from '../contract.ts'
import { matchEntry, reopenEntry, setEntryAside } from './matching/decide.ts'
import { dismissDoubt, listDoubts, takeDoubt } from './matching/doubts.ts'
import { listOverpaid } from './matching/overpaid.ts'
import { proposedSettlement, settleByHand, settlementOf } from './matching/settlements.ts'
import { proposeBankFile } from './paying/bank-file-proposal.ts'
import { paymentsToMake } from './paying/payable-orders.ts'
import {
  listPaymentFiles,
  makePaymentFile,
  paymentFileContent,
  releasePaymentFile,
  withdrawPaymentFile,
} from './paying/payment-files.ts'
import { listPaymentOrders, queueInvoices, removePaymentOrder } from './paying/queue.ts'
import { releasePage } from './paying/release-page.ts'
import { entryView, findBankEntry, listBankEntries, listBankFiles, proposalsFor } from './queries.ts'
import { approveAccount, listUnapproved } from './repaying/approve-account.ts'
import { confirmPayee, queueRepayment } from './repaying/repay.ts'
import { giveAccount, repaymentPage } from './repaying/repayment-page.ts'
import { listStatements } from './statements/statement-queries.ts'
import { explainStatement } from './statements/statements.ts'

const paged = (query: { page?: number; limit?: number }) => ({ page: query.page ?? 1, limit: query.limit ?? 20 })

export const bankingHandlers: Handlers<typeof banking> = {
  async files({ query }, { db }) {
    return listBankFiles(db, { ...query, ...paged(query) })
  },
  async takeIn({ query, body }, context) {
    const content = Buffer.from(body)
    return new Answer(202, await proposeBankFile(context, { name: query.fileName, open: () => [content] }))
  },
  async statements({ query }, { db }) {
    return listStatements(db, { ...query, ...paged(query) })
  },
  explain: ({ params, body }, context) => explainStatement(context, params.id, body),
  async doubts({ query }, { db }) {
    return listDoubts(db, { ...query, ...paged(query) })
  },
  takeDoubt: ({ params, body }, context) => takeDoubt(context, params.id, body),
  dismissDoubt: ({ params, body }, context) => dismissDoubt(context, params.id, body),
  async entries({ query }, { db }) {
    return listBankEntries(db, { ...query, ...paged(query) })
  },
  async entry({ params }, { db }) {
    const entry = (await findBankEntry(db, params.id)) ?? fail('NOT_FOUND')
    const proposals = entry.state === 'OPEN' ? await proposalsFor(db, entry) : []
    return {
      ...entryView(entry),
      proposals,
      settlement: await settlementOf(db, entry.id),
      proposedSettlement: entry.state === 'OPEN' ? await proposedSettlement(db, entry.id) : null,
    }
  },
  match: ({ params, body }, context) => matchEntry(context, params.id, body),
  settle: ({ params, body }, context) => settleByHand(context, params.id, body),
  setAside: ({ params, body }, context) => setEntryAside(context, params.id, body),
  reopen: ({ params, body }, context) => reopenEntry(context, params.id, body),
  async orders({ query }, { db }) {
    return listPaymentOrders(db, { ...query, ...paged(query) })
  },
  queue: ({ body }, context) => queueInvoices(context, { dryRun: false, ...body }),
  async overpaid({ query }, { db, user }) {
    return listOverpaid(db, { ...query, ...paged(query), userId: user.userId })
  },
  async repay({ body }, context) {
    return new Answer(201, await queueRepayment(context, body))
  },
  confirmPayee: ({ params, body }, context) => confirmPayee(context, params.id, body),
  repaymentPage: (_request, context) => repaymentPage(context.db, context, context.token),
  giveAccount: ({ body }, context) => giveAccount(context.db, context, context.token, body.iban),
  async ownRepayments(_request, { db, scope }) {
    const items = await listUnapproved(db, scope)
    return wholeListOf(items, items.length)
  },
  approveAccount: ({ params, body }, context) => approveAccount(context, params.id, body),
  remove: ({ params, body }, context) => removePaymentOrder(context, params.id, body),
  paymentFiles: ({ query }, context) => listPaymentFiles(context, { ...query, ...paged(query) }),
  paymentFile: ({ params }, context) => releasePage(context, params.id),
  toMake: (_, context) => paymentsToMake(context),
  async make({ body }, context) {
    return new Answer(201, await makePaymentFile(context, body))
  },
  release: ({ params, body }, context) => releasePaymentFile(context, params.id, body),
  withdraw: ({ params, body }, context) => withdrawPaymentFile(context, params.id, body),
  download: ({ params }, context) => paymentFileContent(context, params.id),
}
