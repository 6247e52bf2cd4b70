import { sql } from 'kysely'
import type { ProposalView } from '#features/ground/proposals/contract.ts'
import type { ProposalKind, ProposalOf } from '#features/ground/proposals/server/kinds.ts'
import { propose } from '#features/ground/proposals/server/propose.ts'
import { AppError, fail, failFieldText } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import { type Actor, actorOf, logEvent } from '#platform/server/events/events.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import { Answer, type Services, type SignedInContext } from '#platform/server/http/context.ts'
import { payeeIban } from '#platform/server/http/identifier-fields.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { formatIban } from '#platform/values/identifiers.ts'
import { present } from '#platform/values/present.ts'
import { mayChangeAccount } from '../rules/payable.ts'
import { payableFacts } from './payable.ts'
import { findInvoice, type InvoiceRecord, invoiceView, lockInvoice, otherParty } from './queries.ts'

interface Body {
  readonly invoiceId: string
  readonly before: string | null
  readonly iban: string
}

const stateOf = ({ direction, stage, credited_invoice_id, open_cents }: InvoiceRecord) => ({
  direction,
  stage,
  isCreditNote: credited_invoice_id !== null,
  openCents: open_cents ?? 0,
})

/** The register's word is the payee's; without one, nobody has written another account on the invoice meanwhile. */
async function problemsOf(db: Db, { body }: ProposalOf<Body>, lock: boolean) {
  const invoice = await (lock ? lockInvoice : findInvoice)(db, scopeOfAll, body.invoiceId)
  if (!invoice || !mayChangeAccount(stateOf(invoice)) || invoice.iban !== body.before) return ['OVERTAKEN'] as const
  return isInRegister(invoice) ? (['OVERTAKEN'] as const) : []
}

const isInRegister = (invoice: InvoiceRecord) => invoice.party === 'STORE' || invoice.leasing_company_id !== null

async function write(
  db: Db,
  { env }: Pick<Services, 'env'>,
  invoice: InvoiceRecord,
  { iban, actor, reason }: { iban: string; actor: Actor; reason: string },
): Promise<void> {
  await db
    .updateTable('invoices')
    .set((eb) => ({ iban, version: eb('version', '+', 1), updated_at: env.now() }))
    .where('id', '=', invoice.id)
    .execute()
  await logEvent(db, env, actor, 'INVOICE_TERMS_CHANGED', {
    subject: { type: 'invoice', id: invoice.id },
    companyId: invoice.company_id,
    orderId: invoice.order_id,
    shared: false,
    data: { reason, isAccountChanged: true },
  })
}

/** The account of a payee who stands in no register: two of the staff answer for it. */
export const invoiceAccountKind: ProposalKind<Body> = {
  name: 'INVOICE_ACCOUNT',
  permission: 'invoice:write',
  needs: 'SECOND_STAFF',
  problems: problemsOf,
  async apply(db, services, { body, why }, { actor }) {
    const invoice = (await findInvoice(db, scopeOfAll, body.invoiceId)) ?? fail('NOT_FOUND')
    await write(db, services, invoice, { iban: body.iban, actor, reason: why ?? '' })
  },
}

/** Who has named and confirmed the account of invoices `i` by a proposal, the last one. */
export const accountProposal = sql`select p.made_by, p.confirmed_by, p.confirmed_at from proposals p
  where p.kind = 'INVOICE_ACCOUNT' and p.subject_id = i.id and p.state = 'DONE' order by p.created_at desc limit 1`

/**
 * Corrects the account to which an invoice is paid: to that of the register at once, and for a payee of no register once
 * another member of the staff has confirmed it.
 * @throws INVOICE_STEP_NOT_ALLOWED, VALIDATION at `iban` where the register has another, PROPOSAL_EXISTS
 */
export async function setInvoiceAccount(
  context: SignedInContext,
  id: string,
  body: { version: number; iban: string; reason: string },
) {
  const { db, scope, user, env } = context
  const invoice = (await lockInvoice(db, scope, id)) ?? fail('NOT_FOUND')
  requireVersion(body.version, invoice.version, invoiceView(invoice, helsinkiDay(env.now())))
  if (!mayChangeAccount(stateOf(invoice)))
    throw new AppError('INVOICE_STEP_NOT_ALLOWED', { details: { status: invoice.status } })
  const iban = payeeIban(body.iban, context)
  const { registerIban } = present((await payableFacts(context, [id])).get(id))
  if (registerIban === undefined) return new Answer(202, await proposed(context, invoice, { iban, why: body.reason }))
  if (iban !== registerIban) failFieldText('iban', 'invoices:fieldErrors.NOT_IN_REGISTER')
  await write(db, context, invoice, { iban, actor: actorOf(user), reason: body.reason.trim() })
  return invoiceView(present(await findInvoice(db, scope, id)), helsinkiDay(env.now()))
}

function proposed(
  context: SignedInContext,
  invoice: InvoiceRecord,
  { iban, why }: { iban: string; why: string },
): Promise<ProposalView> {
  return propose(context, {
    kind: invoiceAccountKind,
    key: invoice.id,
    subject: { type: 'invoice', id: invoice.id },
    body: { invoiceId: invoice.id, before: invoice.iban, iban },
    effect: {
      text: 'invoices:proposal.account',
      values: { number: invoice.number ?? '–', payee: otherParty(invoice) },
    },
    changes: [
      {
        name: { text: 'invoices:panel.iban', values: {} },
        before: invoice.iban && formatIban(invoice.iban),
        after: formatIban(iban),
      },
    ],
    why,
  })
}
