import { employeeUserId, employerUserIds, notify } from '#features/ground/notifications/server/notify.ts'
import type { BodyOf } from '#platform/contract/contract.ts'
import { AppError, fail, failField } from '#platform/contract/errors.ts'
import { pages } from '#platform/contract/pages.ts'
import { within } from '#platform/server/database/scope.ts'
import { keepFile } from '#platform/server/documents/stored-files.ts'
import { checkUploadedPdf } from '#platform/server/documents/uploaded-pdf.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import type { agreements } from '../contract.ts'
import { documentView, lockDocument } from './documents.ts'

type NewDocument = BodyOf<typeof agreements.createDocument>

async function personOf({ db, scope }: SignedInContext, employeeId: string) {
  const person = await db
    .selectFrom('beneficiary_employees as e')
    .select(['e.company_id'])
    .where('e.id', '=', employeeId)
    .where(within(scope, { company: 'e.company_id', owner: 'e.user_id' }))
    .executeTakeFirst()
  return person ?? fail('NOT_FOUND')
}

async function agreementOf({ db }: SignedInContext, { beneficiaryEmployeeId, leasingAgreementId }: NewDocument) {
  if (!leasingAgreementId) return null
  const agreement = await db
    .selectFrom('leasing_agreements')
    .select(['id', 'order_id'])
    .where('id', '=', leasingAgreementId)
    .where('beneficiary_employee_id', '=', beneficiaryEmployeeId)
    .executeTakeFirst()
  return agreement ?? fail('NOT_FOUND')
}

/**
 * Records a document that was signed on paper; its PDF is attached afterwards.
 * @returns its id
 * @throws NOT_FOUND for a person or an agreement outside the scope, VALIDATION for a day that has not come
 */
export async function recordPaper(context: SignedInContext, document: NewDocument): Promise<string> {
  const { db, env, user } = context
  const person = await personOf(context, document.beneficiaryEmployeeId)
  const agreement = await agreementOf(context, document)
  const signDay = document.leasingSignDate ?? null
  const today = helsinkiDay(env.now())
  if (signDay !== null && signDay > today) failField('leasingSignDate', 'TOO_LARGE', 'has not come yet', today)
  const id = env.id()
  await db
    .insertInto('signed_documents')
    .values({
      id,
      company_id: person.company_id,
      beneficiary_employee_id: document.beneficiaryEmployeeId,
      leasing_agreement_id: agreement?.id ?? null,
      kind: 'OTHER',
      title: document.title?.trim() || context.texts.t(context.language, 'agreements:documents.paper'),
      payment_status: document.paymentStatus ?? 'NOT_PAID',
      leasing_sign_day: signDay,
      created_at: env.now(),
      updated_at: env.now(),
    })
    .execute()
  await logEvent(db, env, actorOf(user), 'SIGNED_DOCUMENT_RECORDED', {
    subject: { type: 'employee', id: document.beneficiaryEmployeeId },
    companyId: person.company_id,
    employeeId: document.beneficiaryEmployeeId,
    orderId: agreement?.order_id ?? null,
    data: { documentId: id },
  })
  return id
}

/**
 * Attaches the scanned paper to a recorded document. What has a file keeps it for good.
 * @throws NOT_FOUND, FILE_NOT_ACCEPTED, FILE_EXISTS
 */
export async function attachPaper(context: SignedInContext, id: string, uploaded: Buffer, fileName?: string) {
  const { db, env, scope, user } = context
  const content = checkUploadedPdf(uploaded)
  const document = (await lockDocument(db, scope, id)) ?? fail('NOT_FOUND')
  if (document.file_id !== null) throw new AppError('FILE_EXISTS')
  const file = await keepFile(db, context, {
    companyId: document.company_id,
    parentType: 'signed-document',
    parentId: id,
    label: fileName ?? `${document.title}.pdf`,
    contentType: 'application/pdf',
    content,
    createdBy: user.userId,
  })
  await db
    .updateTable('signed_documents')
    .set((eb) => ({ file_id: file.id, version: eb('version', '+', 1), updated_at: env.now() }))
    .where('id', '=', id)
    .execute()
  await tellOfPaper(context, document, 'added')
}

/**
 * Takes a recorded document out of the lists; its row stays as evidence, and those who could read it hear of it.
 * @throws NOT_FOUND, VERSION_CONFLICT
 */
export async function removePaper(context: SignedInContext, id: string, version: number | undefined) {
  const { db, env, scope, user } = context
  const document = (await lockDocument(db, scope, id)) ?? fail('NOT_FOUND')
  requireVersion(version, document.version, documentView(document))
  await db
    .updateTable('signed_documents')
    .set((eb) => ({ deleted_at: env.now(), updated_at: env.now(), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  await logEvent(db, env, actorOf(user), 'SIGNED_DOCUMENT_REMOVED', {
    subject: { type: 'employee', id: document.beneficiary_employee_id },
    companyId: document.company_id,
    employeeId: document.beneficiary_employee_id,
    orderId: document.order_id,
    data: { documentId: id },
  })
  await tellOfPaper(context, document, 'removed')
  return { ...documentView(document), version: document.version + 1 }
}

type Paper = NonNullable<Awaited<ReturnType<typeof lockDocument>>>

/** The person and the employer whose document it is hear that it has come or gone. */
async function tellOfPaper(context: SignedInContext, paper: Paper, what: 'added' | 'removed') {
  const { db } = context
  const userId = await employeeUserId(db, paper.company_id, paper.beneficiary_employee_id)
  const values = { title: paper.title, name: `${paper.first_name} ${paper.last_name}` }
  const notice = { type: 'GENERAL', companyId: paper.company_id, values } as const
  await notify(db, context, [userId], { ...notice, template: `agreements:notice.${what}`, link: pages.myBike })
  await notify(db, context, await employerUserIds(db, paper.company_id), {
    ...notice,
    template: `agreements:employerNotice.${what}`,
    link: pages.employer,
  })
}
