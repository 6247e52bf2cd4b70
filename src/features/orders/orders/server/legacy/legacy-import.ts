import {
  type Aside,
  countIntake,
  noteIntake,
  putAside,
  settleAsides,
} from '#features/ground/put-aside/server/put-aside.ts'
import { tellTerms } from '#features/pricing/leasing/server/told-terms.ts'
import { regimeOf } from '#features/pricing/tax/rules/benefit-regime.ts'
import type { ImportReport, LineProblem } from '#platform/contract/imports.ts'
import { type CsvLine, type CsvRead, problemAt, readCsv, reportOf } from '#platform/server/documents/reading/csv.ts'
import { keepFile } from '#platform/server/documents/stored-files.ts'
import { checkUploadedPdf } from '#platform/server/documents/uploaded-pdf.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import { Answer, type Handlers, type SignedInContext } from '#platform/server/http/context.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { frameKey } from '#platform/values/frame-numbers.ts'
import { legacyColumns, type legacyOrders } from '../../legacy-contract.ts'
import { LEGACY_PARENT, type LegacyOrder, orderNumberOf, readLegacyLine } from './legacy-lines.ts'

/** The standard rate of the day; what a price of then contained. */
async function vatOn({ db }: SignedInContext, day: string): Promise<number> {
  const row = await db
    .selectFrom('vat_rates')
    .select('basis_points')
    .where('country', '=', 'FI')
    .where('valid_from', '<=', day)
    .orderBy('valid_from', 'desc')
    .executeTakeFirst()
  return row?.basis_points ?? 2550
}

/** The agreement's columns; a lease whose last day has passed has ended by its term. */
function agreementColumns(order: LegacyOrder, today: string) {
  const { schedule, table } = order
  const isOver = order.endDay < today
  return {
    company_id: order.companyId,
    beneficiary_employee_id: order.employeeId,
    leasing_company_id: table.leasingCompanyId,
    status: 'SIGNED' as const,
    lease_state: isOver ? ('ENDED' as const) : ('ACTIVE' as const),
    end_reason: isOver ? ('TERM' as const) : null,
    ended_day: isOver ? order.endDay : null,
    price_cents: order.priceCents,
    instalment_cents: schedule.instalmentCents,
    last_instalment_cents: schedule.lastInstalmentCents,
    service_share_cents: table.terms.serviceShareCents,
    admin_fee_cents: table.terms.adminFeeCents,
    residual_cents: schedule.residualCents,
    lease_months: schedule.months,
    buy_out_cents: [...schedule.buyOut],
    billing_table_id: table.billingTableId,
    billing_table_version: table.billingTableVersion,
    benefit_model: 'FROM_SALARY' as const,
    tax_regime: regimeOf(order.commitmentDay),
    commitment_day: order.commitmentDay,
    start_day: order.startDay,
    end_day: order.endDay,
  }
}

/** O23: writes one order with its agreement and its document; nobody is written to. */
async function writeOrder(context: SignedInContext, order: LegacyOrder): Promise<void> {
  const { db, env, user } = context
  const now = env.now()
  const [orderId, agreementId] = [env.id(), env.id()]
  const row = {
    id: orderId,
    company_id: order.companyId,
    beneficiary_employee_id: order.employeeId,
    order_number: order.orderNumber,
    status: 'WIX' as const,
    status_changed_at: now,
    is_order_confirmed: true,
    confirmed_at: new Date(`${order.commitmentDay}T12:00:00Z`),
    commitment_day: order.commitmentDay,
    is_online_order: order.onlineShop !== null,
    online_shop_name: order.onlineShop,
    product_link: order.productLink,
    bike_brand: order.brand,
    bike_model: order.model,
    bike_price_cents: order.priceCents,
    total_price_cents: order.priceCents,
    frame_number: order.frameNumber,
    delivery_day: order.deliveryDay,
    created_at: now,
    updated_at: now,
  }
  await db.insertInto('orders').values(row).execute()
  const vat_basis_points = await vatOn(context, order.commitmentDay)
  const agreement_number = order.orderNumber.replace('WIX', 'S-WIX')
  const agreement = { ...agreementColumns(order, helsinkiDay(now)), vat_basis_points, agreement_number }
  await db
    .insertInto('leasing_agreements')
    .values({ id: agreementId, order_id: orderId, ...agreement, created_at: now, updated_at: now })
    .execute()
  await tellTerms(db, context, [agreementId])
  await db.updateTable('orders').set({ agreement_id: agreementId }).where('id', '=', orderId).execute()
  if (order.fileId) await bringDocument(context, order, agreementId)
  await logEvent(db, env, actorOf(user), 'ORDER_STATUS_UPDATED', {
    subject: { type: 'order', id: orderId },
    companyId: order.companyId,
    orderId,
    employeeId: order.employeeId,
    data: { from: null, to: 'WIX', edge: 'O23', step: 'import', ...(order.waiver ? { waiver: order.waiver } : {}) },
  })
}

/** The kept PDF becomes the agreement's signed document. */
async function bringDocument({ db, env }: SignedInContext, order: LegacyOrder, agreementId: string): Promise<void> {
  const id = env.id()
  await db
    .insertInto('signed_documents')
    .values({
      id,
      company_id: order.companyId,
      beneficiary_employee_id: order.employeeId,
      leasing_agreement_id: agreementId,
      kind: 'AGREEMENT',
      title: order.orderNumber,
      file_id: order.fileId,
      leasing_sign_day: order.commitmentDay,
      created_at: env.now(),
      updated_at: env.now(),
    })
    .execute()
  await db
    .updateTable('files')
    .set({ parent_type: 'signed-document', parent_id: id, company_id: order.companyId })
    .where('id', '=', order.fileId)
    .execute()
}

const knownNumbers = async ({ db }: SignedInContext, lines: readonly CsvLine[]) => {
  const numbers = lines.map(({ values }) => orderNumberOf((values.legacyNumber ?? '').trim()))
  if (numbers.length === 0) return new Set<string>()
  const rows = await db.selectFrom('orders').select('order_number').where('order_number', 'in', numbers).execute()
  return new Set(rows.map(({ order_number }) => order_number))
}

/** Reads orders in; what is known already stays, so that the same file may be sent again until all of it is in. */
export async function importLegacyOrders(
  context: SignedInContext,
  content: Uint8Array,
  { name, dryRun, isMending = false }: { name: string; dryRun: boolean; isMending?: boolean },
): Promise<ImportReport> {
  const today = helsinkiDay(context.env.now())
  const needed = [
    'legacyNumber',
    'businessId',
    'workEmail',
    'price',
    'instalment',
    'leaseMonths',
    'commitmentDay',
    'startDay',
  ]
  const read = readCsv(content, needed, legacyColumns)
  const problems: LineProblem[] = [...read.problems]
  const known = await knownNumbers(context, read.lines)
  const seen = new Set<string>()
  const frames = new Set<string>()
  const taken: string[] = []
  const counts = { rows: read.lines.length + read.broken.length, created: 0, updated: 0, unchanged: 0 }
  for (const line of read.lines) {
    const number = orderNumberOf((line.values.legacyNumber ?? '').trim())
    if (seen.has(number)) problems.push(problemAt(line.line, 'TWICE_IN_FILE', 'legacyNumber', number))
    else if (known.has(number)) counts.unchanged += 1
    else {
      const found = await readLegacyLine(context.db, line, today)
      const frame = 'order' in found && found.order.endDay >= today ? frameKey(found.order.frameNumber ?? '') : ''
      if ('problems' in found) problems.push(...found.problems)
      else if (frames.has(frame)) problems.push(problemAt(line.line, 'TWICE_IN_FILE', 'frameNumber', frame))
      else {
        if (frame) frames.add(frame)
        counts.created += 1
        taken.push(number)
        if (!dryRun) await writeOrder(context, found.order)
      }
    }
    seen.add(number)
  }
  if (dryRun || isMending || counts.rows === 0) return reportOf(dryRun, counts, problems)
  const aside = await keepIntake(context, { name, taken, known: counts.unchanged }, asidesOf(read, problems))
  return reportOf(dryRun, counts, problems, aside.length)
}

/** The lines that have a problem, as they stand. */
function asidesOf({ lines, broken }: CsvRead, problems: readonly LineProblem[]): Aside[] {
  const texts = new Map<number, Aside['raw']>([
    ...broken.map(({ line, cells }) => [line, [['', cells.join('; ')]]] as const),
    ...lines.map(({ line, values }) => [line, Object.entries(values).filter(([, text]) => text !== '')] as const),
  ])
  return [...texts].flatMap(([line, raw]) => {
    const found = problems.filter((one) => one.line === line)
    if (found.length === 0) return []
    const number = raw.find(([column]) => column === 'legacyNumber')?.[1]
    const about = number ? orderNumberOf(number) : null
    return [{ source: 'LEGACY_ORDERS', reason: 'LINE_PROBLEM', line, about, raw, problems: found }]
  })
}

async function keepIntake(
  context: SignedInContext,
  { name, taken, known }: { name: string; taken: readonly string[]; known: number },
  asides: readonly Aside[],
): Promise<string[]> {
  const { db, user } = context
  const source = 'LEGACY_ORDERS'
  const id = await noteIntake(db, context, { source, name, broughtBy: user.userId })
  await countIntake(db, id, { taken: taken.length, known })
  await settleAsides(db, context, { source, abouts: taken, by: user.userId })
  return putAside(db, context, id, asides)
}

export const legacyOrdersHandlers: Handlers<typeof legacyOrders> = {
  async import({ query, body }, context) {
    return importLegacyOrders(context, body, { name: query.fileName ?? 'csv', dryRun: query.dryRun ?? false })
  },
  async addDocument({ query, body }, context) {
    const content = checkUploadedPdf(Buffer.from(body))
    await keepFile(context.db, context, {
      companyId: null,
      parentType: LEGACY_PARENT,
      parentId: context.env.id(),
      label: query.fileName,
      contentType: 'application/pdf',
      content,
      createdBy: context.user.userId,
    })
    return new Answer(201, { fileName: query.fileName })
  },
}
