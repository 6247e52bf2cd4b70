import { renderAgreementPdf } from '#features/leases/agreements/server/agreement-pdf.ts'
import { keptFacts } from '#features/leases/agreements/server/kept-facts.ts'
import { agreementDocumentOf } from '#features/leases/agreements/server/order-agreement.ts'
import { signaturesOf } from '#features/leases/agreements/server/queries.ts'
import type { OrderRecord } from '#features/orders/orders/server/moves/record.ts'
import type { LanguageCode } from '#platform/contract/contract.ts'
import { keepSealedFile } from '#platform/server/documents/sealed-files.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { lastRoot } from '#platform/server/record/record-roots.ts'
import { helsinkiDay } from '#platform/values/days.ts'

type Given = Awaited<ReturnType<typeof signaturesOf>>[number]

/** A signature as the document prints it. */
const printedSignature = (s: Given) => ({
  party: s.party,
  name: s.typed_name,
  position: s.position,
  at: s.signed_at,
  ipAddress: s.ip_address,
  documentSha256: s.document_sha256.toString('hex'),
  proof: s.proof ?? 'PASSWORD',
  proofSince: s.proof_since,
})

/** The last signed root of the log, as the document prints it; null before there is one. */
async function lastRootIn({ db, texts }: SignedInContext, language: LanguageCode): Promise<string | null> {
  const last = await lastRoot(db)
  return last && texts.t(language, 'agreements:pdf.lastRoot', { number: last.number, root: last.root })
}

/** Renders the agreement as it was shown, with both signatures, seals it, and files it as the signed document. */
export async function sealAgreement(
  context: SignedInContext,
  record: OrderRecord,
  agreementId: string,
  { number: agreementNumber, madeAt }: { number: string; madeAt: Date },
): Promise<string> {
  const { db, env } = context
  const given = await signaturesOf(db, agreementId)
  const shown = await keptFacts(db, context, agreementId)
  const pdf = await renderAgreementPdf({
    ...(shown ?? agreementDocumentOf(record, context, agreementNumber, record.related.agreement_terms)),
    // The sealed document says what was signed, its day included; only the signatures are new.
    at: madeAt,
    day: helsinkiDay(madeAt),
    signatures: given.map(printedSignature),
    lastRoot: await lastRootIn(context, record.related.person_language),
  })
  const title = context.texts.t(record.related.person_language, 'agreements:pdf.title')
  const content = await context.seal(pdf, title)
  const id = env.id()
  const of = { agreementId, employeeId: record.order.beneficiary_employee_id, orderId: record.order.id }
  const file = await keepSealedFile(db, context, of, {
    companyId: record.order.company_id,
    parentType: 'signed-document',
    parentId: id,
    label: `${agreementNumber}.pdf`,
    content,
    createdBy: context.user.userId,
  })
  await db.updateTable('leasing_agreements').set({ document_facts: null }).where('id', '=', agreementId).execute()
  await db
    .insertInto('signed_documents')
    .values({
      id,
      company_id: record.order.company_id,
      beneficiary_employee_id: record.order.beneficiary_employee_id,
      leasing_agreement_id: agreementId,
      kind: 'AGREEMENT',
      title: `${title} ${agreementNumber}`,
      file_id: file.id,
      sealed: true,
      leasing_sign_day: helsinkiDay(env.now()),
      created_at: env.now(),
      updated_at: env.now(),
    })
    .execute()
  return id
}
