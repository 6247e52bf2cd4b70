import { leaseEnd } from '#features/pricing/leasing/rules/lease-period.ts'
import { type BillingTerms, type LeaseSchedule, leaseSchedule } from '#features/pricing/leasing/rules.ts'
import { billingTermsFor, type TermsInForce } from '#features/pricing/leasing/server/terms.ts'
import type { LineProblem } from '#platform/contract/imports.ts'
import { isWebLink, normaliseEmail } from '#platform/contract/validation.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type CsvLine, problemAt } from '#platform/server/documents/reading/csv.ts'
import { type Day, firstOfMonth, isDay, monthOf, parseDayInput } from '#platform/values/days.ts'
import { frameKey, writtenFrameNumber } from '#platform/values/frame-numbers.ts'
import { parseEuroInput } from '#platform/values/money.ts'

/** One order of the earlier site, found to be whole. */
export interface LegacyOrder {
  readonly orderNumber: string
  readonly companyId: string
  readonly employeeId: string
  readonly brand: string
  readonly model: string
  readonly priceCents: number
  readonly commitmentDay: Day
  readonly startDay: Day
  readonly endDay: Day
  readonly frameNumber: string | null
  readonly deliveryDay: Day | null
  readonly table: TermsInForce
  readonly schedule: LeaseSchedule
  /** The kept PDF of the signed agreement; else `waiver` says why there is none. */
  readonly fileId: string | null
  readonly waiver: string | null
  /** The online shop that sold it, with the link to the bicycle; null where a store did or nobody knows. */
  readonly onlineShop: string | null
  readonly productLink: string | null
}

type Read = { readonly order: LegacyOrder } | { readonly problems: LineProblem[] }

export const orderNumberOf = (legacyNumber: string) => `WIX-${legacyNumber}`
/** Files that wait for a line to name them. */
export const LEGACY_PARENT = 'legacy-import'

/** Where it was bought: an online shop is named with a link of the web, as in an order that is made here. */
function shopOf(textOf: (column: string) => string, wrong: (column: string) => void) {
  const shop = { onlineShop: textOf('onlineShop') || null, productLink: textOf('productLink') || null }
  if (shop.productLink ? !isWebLink(shop.productLink) : shop.onlineShop) wrong('productLink')
  if (shop.productLink && !shop.onlineShop) wrong('onlineShop')
  return shop
}

/** The values of a line in their kinds; whatever is missing or has another form becomes a problem. */
function fieldsOf({ line, values }: CsvLine, today: Day) {
  const problems: LineProblem[] = []
  const textOf = (column: string) => (values[column] ?? '').trim()
  const wrong = (column: string) =>
    problems.push(problemAt(line, textOf(column) ? 'WRONG_FORMAT' : 'REQUIRED', column, textOf(column) || null))
  const needed = (column: string) => {
    if (!textOf(column)) wrong(column)
    return textOf(column)
  }
  const cents = (column: string) => {
    const value = parseEuroInput(textOf(column))
    if (value === null || value <= 0) wrong(column)
    return value ?? 0
  }
  const dayOf = (column: string, isNeeded = true): Day | null => {
    const value = textOf(column) ? parseDayInput(textOf(column)) : null
    const isRight = value !== null && isDay(value) && value <= today
    if (!isRight && (isNeeded || textOf(column))) wrong(column)
    return isRight ? value : null
  }
  const months = Number(textOf('leaseMonths'))
  if (!Number.isInteger(months) || months < 1 || months > 120) wrong('leaseMonths')
  const startDay = dayOf('startDay')
  if (startDay && startDay !== firstOfMonth(monthOf(startDay))) wrong('startDay')
  const fields = {
    legacyNumber: needed('legacyNumber'),
    businessId: needed('businessId'),
    workEmail: normaliseEmail(needed('workEmail')),
    brand: needed('brand'),
    model: needed('model'),
    priceCents: cents('price'),
    instalmentCents: cents('instalment'),
    months,
    commitmentDay: dayOf('commitmentDay') ?? today,
    startDay: startDay ?? today,
    lessor: textOf('lessor'),
    frameNumber: textOf('frameNumber') ? writtenFrameNumber(textOf('frameNumber')) : null,
    deliveryDay: dayOf('deliveryDay', false),
    document: textOf('document'),
    waiver: textOf('waiver') || null,
    ...shopOf(textOf, wrong),
  }
  if (!fields.document && !fields.waiver) problems.push(problemAt(line, 'REQUIRED', 'document'))
  return { fields, problems }
}

const personOf = (db: Db, businessId: string, workEmail: string) =>
  db
    .selectFrom('beneficiary_employees as e')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .innerJoin('companies as c', 'c.id', 'e.company_id')
    .select(['e.id', 'e.company_id', 'c.leasing_company_id'])
    .where('c.business_id', '=', businessId)
    .where('c.deleted_at', 'is', null)
    .where('u.work_email', '=', workEmail)
    .where('e.status', '=', 'ACCEPTED')
    .executeTakeFirst()

/** Whether a bicycle that is with us has a frame number, however it is typed. */
const isFrameTaken = async (db: Db, frameNumber: string): Promise<boolean> =>
  (await db.selectFrom('orders').select('id').where('frame_key', '=', frameKey(frameNumber)).executeTakeFirst()) !==
  undefined

const lessorOf = async (db: Db, name: string) =>
  (await db.selectFrom('leasing_companies').select('id').where('name', '=', name).executeTakeFirst())?.id ?? null

const documentOf = async (db: Db, fileName: string) =>
  (
    await db
      .selectFrom('files')
      .select('id')
      .where('parent_type', '=', LEGACY_PARENT)
      .where('label', '=', fileName)
      .orderBy('created_at', 'desc')
      .executeTakeFirst()
  )?.id ?? null

/** The schedule that was signed: the table of the day with the instalment of the line. */
function scheduleOf(table: TermsInForce, line: { priceCents: number; instalmentCents: number; commitmentDay: Day }) {
  const terms: BillingTerms = {
    ...table.terms,
    instalmentCents: line.instalmentCents,
    minMonths: 1,
    maxMonths: 120,
    minPriceCents: 1,
    maxPriceCents: line.priceCents,
    campaign: null,
  }
  return leaseSchedule(line.priceCents, terms, { day: line.commitmentDay })
}

/** Reads one line against what is stored: person, lessor's table, schedule, document. */
export async function readLegacyLine(db: Db, csv: CsvLine, today: Day): Promise<Read> {
  const { fields, problems } = fieldsOf(csv, today)
  if (problems.length > 0) return { problems }
  const refused = (code: 'NOT_FOUND' | 'WRONG_FORMAT' | 'TAKEN', column: string, value: string): Read => ({
    problems: [problemAt(csv.line, code, column, value)],
  })
  const person = await personOf(db, fields.businessId, fields.workEmail)
  if (!person) return refused('NOT_FOUND', 'workEmail', fields.workEmail)
  const leasingCompanyId = fields.lessor ? await lessorOf(db, fields.lessor) : person.leasing_company_id
  const table = await billingTermsFor(db, { companyId: person.company_id, leasingCompanyId }, fields.commitmentDay)
  if (!table.ok) return refused('NOT_FOUND', 'lessor', fields.lessor)
  const schedule = scheduleOf(table, fields)
  if (!schedule.ok) return refused('WRONG_FORMAT', 'instalment', csv.values.instalment ?? '')
  if (schedule.months !== fields.months) return refused('WRONG_FORMAT', 'leaseMonths', String(fields.months))
  const endDay = leaseEnd(fields.startDay, fields.months)
  if (fields.frameNumber && endDay >= today && (await isFrameTaken(db, fields.frameNumber)))
    return refused('TAKEN', 'frameNumber', fields.frameNumber)
  const fileId = fields.document ? await documentOf(db, fields.document) : null
  if (fields.document && !fileId) return refused('NOT_FOUND', 'document', fields.document)
  return {
    order: {
      ...fields,
      orderNumber: orderNumberOf(fields.legacyNumber),
      companyId: person.company_id,
      employeeId: person.id,
      endDay,
      table,
      schedule,
      fileId,
    },
  }
}
