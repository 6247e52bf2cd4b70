import { sql } from 'kysely'
import { deliverInvoice } from '#features/money/invoices/ledger/server/deliver.ts'
import { issueInvoice, type NewInvoice } from '#features/money/invoices/ledger/server/issue.ts'
import { keepFile } from '#platform/server/documents/stored-files.ts'
import { systemActor } from '#platform/server/events/events.ts'
import type { Cast } from '#testing/journey.ts'
import type { World } from '#testing/world.ts'

/** A sent invoice that bills the employer, or one of its people; nobody but its payer and staff reads it. */
export async function sentInvoice(world: World, companyId: string, employeeId: string | null = null): Promise<string> {
  const buyer = {
    name: 'T',
    businessId: null,
    address: null,
    eInvoiceAddress: null,
    email: null,
    language: 'fi' as const,
  }
  const invoice: NewInvoice = {
    companyId,
    purpose: 'FEE',
    party: employeeId ? 'PERSON' : 'EMPLOYER',
    employeeId,
    buyer,
    dueDay: '2100-01-01',
    lines: [{ purpose: 'FEE', description: 'T', grossCents: 1_500, vatBasisPoints: 2_550 }],
  }
  return world.services.database.transaction(async (db) => {
    const { id } = await issueInvoice(db, world.services, { actor: systemActor, invoice })
    await deliverInvoice(db, world.services, id)
    return id
  })
}

/** The employer's acceptance of terms of the service, with its paper. */
export async function acceptedTerms(
  world: World,
  { companyId, userId, fileId }: { companyId: string; userId: string; fileId: string },
): Promise<string> {
  const [termsId, id] = [world.env.id(), world.env.id()]
  await sql`insert into terms_documents (id, kind, number, language, title, content, sha256, created_at)
      values (${termsId}, 'SERVICE', 1, 'fi', 'T', 'T', '\\x00', now()) on conflict (kind, number, language) do nothing`.execute(
    world.services.database.primary,
  )
  await sql`insert into terms_acceptances (id, company_id, terms_id, kind, number, sha256, accepted_by, typed_name, file_id, accepted_at)
      select ${id}, ${companyId}, d.id, d.kind, d.number, d.sha256, ${userId}, 'T', ${fileId}, now()
        from terms_documents d where d.kind = 'SERVICE'`.execute(world.services.database.primary)
  return id
}

/** A withdrawn cancellation of an order, with a line and a file of the employer's. */
export async function withdrawnCancellation(world: World, { orderId, fileId }: { orderId: string; fileId: string }) {
  const [cancellation, refund] = [world.env.id(), world.env.id()]
  await sql`with made as (insert into order_cancellations (id, company_id, order_id, beneficiary_employee_id, status, reason_code, reason,
        kept_order_status, settlement_file_id, employee_file_id, employer_file_id, opened_at, closed_at)
      select ${cancellation}, company_id, id, beneficiary_employee_id, 'CANCELLED', 'OTHER', 'T', 'CONFIRMED', ${fileId}::uuid, ${fileId}::uuid, ${fileId}::uuid, now(), now()
        from orders where id = ${orderId} returning id, company_id),
    kept as (insert into refund_uploads (id, company_id, order_cancellation_id, file_id, file_name, bytes, sha256, uploaded_at)
      select ${refund}, company_id, id, ${fileId}::uuid, 'T', 1, '\\x00', now() from made returning id, company_id, order_cancellation_id)
    insert into order_cancellation_lines (id, company_id, order_cancellation_id, position, payer_type, party, direction, expected_cents, refund_upload_id)
      select ${world.env.id()}, company_id, order_cancellation_id, 1, 'OTHER', 'EMPLOYER', 'FROM_US', 100, id from kept`.execute(
    world.services.database.primary,
  )
  return { cancellation, refund }
}

/** The files of a redemption: its transfer document and an offer. */
async function keepItsFiles(world: World, { companyId, redemption }: { companyId: string; redemption: string }) {
  const db = world.services.database.primary
  const { id: fileId } = await world.services.database.transaction((tx) =>
    keepFile(tx, world.services, {
      companyId,
      parentType: 'redemption',
      parentId: redemption,
      label: 'T',
      contentType: 'application/pdf',
      content: Buffer.from('T'),
    }),
  )
  await db.updateTable('redemptions').set({ transfer_file_id: fileId }).where('id', '=', redemption).execute()
  // A path's second id is its first where no field names another.
  await db
    .insertInto('redemption_offers')
    .values({ id: redemption, company_id: companyId, redemption_id: redemption, file_id: fileId, file_name: 'T' })
    .execute()
}

/** A redemption that has just been started, with a payment that nobody has sent, and a claim beside it. */
export async function openRedemption(world: World, { companyId, employeeId }: Cast) {
  const db = world.services.database.primary
  const { id: agreementId } = await db
    .selectFrom('leasing_agreements')
    .select('id')
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  const [redemption, redemptionPayment] = [world.env.id(), world.env.id()]
  const ending = { id: redemption, company_id: companyId, agreement_id: agreementId }
  await db
    .insertInto('agreement_endings')
    .values({ ...ending, kind: 'REDEMPTION' })
    .execute()
  await db
    .insertInto('redemption_payments')
    .values({
      id: redemptionPayment,
      company_id: companyId,
      payment_method: 'INVOICE',
      due_day: '2100-01-01',
      amount_cents: 1_000,
    })
    .execute()
  await db
    .insertInto('redemptions')
    .values({
      ...ending,
      beneficiary_employee_id: employeeId,
      step: 'STARTED',
      reason: 'OWN_WISH',
      end_month: '2100-01',
      payment_method: 'INVOICE',
      redemption_payment_id: redemptionPayment,
    })
    .execute()
  await keepItsFiles(world, { companyId, redemption })
  return { redemption, redemptionPayment, claim: await openClaim(world, { companyId, employeeId }) }
}

/** A photograph of an order's frame number, whose id is the order's own: see below. */
export async function photographFrame(world: World, { companyId, orderId }: { companyId: string; orderId: string }) {
  const photo = { companyId, parentType: 'frame-photo', parentId: orderId, label: 'T', contentType: 'image/png' }
  const content = Buffer.from('T')
  const kept = await world.services.database.transaction((tx) => keepFile(tx, world.services, { ...photo, content }))
  await world.services.database.primary.updateTable('files').set({ id: orderId }).where('id', '=', kept.id).execute()
}

/** A claim that has just been opened, with a photo. */
async function openClaim(world: World, { companyId, employeeId }: Pick<Cast, 'companyId' | 'employeeId'>) {
  const db = world.services.database.primary
  const { id: agreementId } = await db
    .selectFrom('leasing_agreements')
    .select('id')
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  const id = world.env.id()
  const ending = { id, company_id: companyId, agreement_id: agreementId }
  await db
    .insertInto('agreement_endings')
    .values({ ...ending, kind: 'CLAIM' })
    .execute()
  await db
    .insertInto('insurance_claims')
    .values({ ...ending, beneficiary_employee_id: employeeId, type: 'DAMAGE', step: 'OPEN' })
    .execute()
  const keep = (parentType: 'insurance-claim' | 'claim-receipt') =>
    world.services.database.transaction((tx) =>
      keepFile(tx, world.services, {
        companyId,
        parentType,
        parentId: id,
        label: 'T',
        contentType: 'image/png',
        content: Buffer.from('T'),
      }),
    )
  // A path's second id is its first where no field names another.
  await db
    .insertInto('insurance_claim_photos')
    .values({ id, company_id: companyId, claim_id: id, file_id: (await keep('insurance-claim')).id })
    .execute()
  const receipt = await keep('claim-receipt')
  await db.updateTable('insurance_claims').set({ receipt_file_id: receipt.id }).where('id', '=', id).execute()
  return id
}

/** A return whose bicycle has come, with a photo of it and a receipt. */
export async function inspectedReturn(world: World, { companyId, employeeId }: Cast) {
  const db = world.services.database.primary
  const { id: agreementId } = await db
    .selectFrom('leasing_agreements')
    .select('id')
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  const id = world.env.id()
  const ending = { id, company_id: companyId, agreement_id: agreementId }
  await db
    .insertInto('agreement_endings')
    .values({ ...ending, kind: 'RETURN', closed_at: world.env.now() })
    .execute()
  const { id: fileId } = await world.services.database.transaction((tx) =>
    keepFile(tx, world.services, {
      companyId,
      parentType: 'return',
      parentId: id,
      label: 'T',
      contentType: 'application/pdf',
      content: Buffer.from('T'),
    }),
  )
  await db
    .insertInto('bike_returns')
    .values({
      ...ending,
      beneficiary_employee_id: employeeId,
      step: 'DONE',
      reason: 'OTHER',
      asked_by: 'EMPLOYEE',
      end_month: '2100-01',
      fee_cents: 0,
      transport_cents: 0,
      receipt_file_id: fileId,
    })
    .execute()
  // A path's second id is its first where no field names another.
  await db
    .insertInto('bike_return_photos')
    .values({ id, company_id: companyId, return_id: id, file_id: fileId })
    .execute()
  return id
}

/** A voucher for the service of the lease, which its person has taken back. */
export async function cancelledVoucher(world: World, { companyId, employeeId }: Cast) {
  const id = world.env.id()
  await sql`insert into service_vouchers (id, company_id, agreement_id, beneficiary_employee_id, code, state, valid_until)
    select ${id}::uuid, ${companyId}::uuid, a.id, ${employeeId}::uuid, upper(translate(substr(md5(${id}), 1, 8), '01', 'XY')), 'CANCELLED', '2100-01-31'
      from leasing_agreements a where a.company_id = ${companyId} limit 1`.execute(world.services.database.primary)
  return id
}

/** A transfer that its employers and the lessor have to approve, with a photo and a document. */
export async function openTransfer(world: World, { companyId, employeeId }: Cast) {
  const id = world.env.id()
  const file = await world.services.database.transaction((tx) =>
    keepFile(tx, world.services, {
      companyId,
      parentType: 'brokerage',
      parentId: id,
      label: 'T',
      contentType: 'image/png',
      content: Buffer.from('T'),
    }),
  )
  await sql`with made as (insert into bike_brokerages (id, company_id, beneficiary_employee_id, agreement_id, step, description, municipality, bike, monthly_cents, residual_cents, lease_end_day, transfer_by, document_file_id)
      select ${id}::uuid, ${companyId}::uuid, ${employeeId}::uuid, a.id, 'TRANSFER', 'T', 'T', 'T', 1, 1, '2100-01-31', '2100-01-31', ${file.id}::uuid from leasing_agreements a where a.company_id = ${companyId} limit 1 returning id, company_id)
    insert into bike_brokerage_photos (id, company_id, brokerage_id, file_id) select id, company_id, id, ${file.id}::uuid from made`.execute(
    world.services.database.primary,
  )
  return id
}

/** A plan that is over, with a reason that few may read. */
export async function endedPlan(world: World, { companyId, employeeId }: Cast): Promise<string> {
  const db = world.services.database.primary
  const id = world.env.id()
  const { id: agreementId } = await db
    .selectFrom('leasing_agreements')
    .select('id')
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('absence_plans')
    .values({
      id,
      company_id: companyId,
      beneficiary_employee_id: employeeId,
      agreement_id: agreementId,
      state: 'ENDED',
      absence_kind: 'OTHER',
      absence_text: 'T',
      from_day: '2026-01-01',
      to_day: '2026-01-31',
      asked_by: 'EMPLOYEE',
      employer_days: 30,
    })
    .execute()
  return id
}

/** An exit that was taken back, so that orders and bills of the company go on. */
export async function withdrawnExit(world: World, companyId: string): Promise<string> {
  const db = world.services.database.primary
  const id = world.env.id()
  await db
    .insertInto('company_exits')
    .values({
      id,
      company_id: companyId,
      kind: 'LEAVES',
      from_day: '2026-01-01',
      choose_until: '2026-01-31',
      reason: 'T',
      withdrawn_at: world.env.now(),
    })
    .execute()
  const { id: agreementId } = await db
    .selectFrom('leasing_agreements')
    .select('id')
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('company_exit_leases')
    .values({ id: world.env.id(), company_id: companyId, exit_id: id, agreement_id: agreementId, position: 0 })
    .execute()
  return id
}

/** A proposal of an exit that the company has refused, with its extract. */
export async function refusedProposal(world: World, { companyId, employer }: Cast, exitId: string): Promise<string> {
  const db = world.services.database.primary
  const id = world.env.id()
  const file = await world.services.database.transaction((tx) =>
    keepFile(tx, world.services, {
      companyId,
      parentType: 'proposal',
      parentId: id,
      label: 'T',
      contentType: 'application/pdf',
      content: Buffer.from('T'),
    }),
  )
  const effect = JSON.stringify({ text: 'proposals:title', values: {} })
  await sql`with made as (insert into proposals (id, kind, subject_type, subject_id, key, company_id, body, effect, changes, file_id, state, made_by, closed_at, expires_at)
      values (${id}, 'COMPANY_EXIT', 'company-exit', ${exitId}, ${id}, ${companyId}, '{"kind":"LEAVES"}', ${effect}::jsonb, '[]', ${file.id}, 'REFUSED', ${employer.userId}, now(), '2100-01-01') returning id)
    insert into proposal_companies (proposal_id, company_id, made_by) select id, ${companyId}::uuid, ${employer.userId}::uuid from made`.execute(
    db,
  )
  return id
}

export async function registrationLink(world: World, companyId: string): Promise<string> {
  const id = world.env.id()
  await world.services.database.primary
    .insertInto('link_tokens')
    .values({
      id,
      purpose: 'join',
      hash: world.env.random(32),
      company_id: companyId,
      expires_at: '2100-01-01T00:00:00Z',
    })
    .execute()
  return id
}
