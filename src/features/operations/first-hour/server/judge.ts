import { X509Certificate } from 'node:crypto'
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { termsInForce } from '#features/ground/terms/server/queries.ts'
import { firstCompanies } from '#features/operations/places/server/queries.ts'
import { type Readiness, readinessOf } from '#features/operations/places/server/readiness.ts'
import { isAuthorised } from '#features/orders/orders/server/moves/facts.ts'
import { listStores } from '#features/pricing/bike-stores/server/queries.ts'
import { billingTablesOn, type LessorRow, listLessors } from '#features/pricing/leasing/server/queries.ts'
import { taxYearsFrom } from '#features/pricing/tax/server/tables.ts'
import { findVatOn } from '#features/pricing/vat/server/queries.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { partOfPosture } from '#platform/server/runtime/posture.ts'
import { demoBrand } from '#platform/values/brand.ts'
import { addDays, helsinkiDay } from '#platform/values/days.ts'
import { advice, done, type FirstHourCheck, type Judged, missing } from '../rules.ts'
import { type TestMailRow, yearsToConfirm } from './queries.ts'
import { stillNamingAnother } from './still-naming.ts'

type Judge = (context: SignedInContext) => Promise<Judged>

/** A seal that ends sooner is told of. */
const SEAL_ENDS_WITHIN_DAYS = 30

/** What a demo may be without, since nothing of it leaves the machine. */
const outsideDemo = ({ config }: SignedInContext, about: string | null = null) =>
  config.demo ? advice({ about }) : missing({ about })

async function brandOf(context: SignedInContext): Promise<Judged> {
  const { brand } = context
  const about = `${brand.legalName}, ${brand.businessId}`
  if (brand.businessId === demoBrand.businessId) return outsideDemo(context, about)
  const still = await stillNamingAnother(context)
  return still.length > 0 ? missing({ about, still }) : done({ about })
}

/** The privacy page names whom the owner's file names; before that it says that they are not named. */
async function processorsOf({ brand: { processors } }: SignedInContext): Promise<Judged> {
  if (!processors) return advice()
  return done({ about: processors.map(({ name }) => name).join(', ') || null, count: processors.length })
}

async function mailOf(context: SignedInContext): Promise<Judged> {
  const { config } = context
  if (partOfPosture(config, 'SMTP_URL') !== 'GOOD') return outsideDemo(context)
  return done({ about: config.mailFrom })
}

/** Whoever has no gateway works by mail alone, so that its lack keeps nobody from an order. */
async function smsOf({ config }: SignedInContext): Promise<Judged> {
  return config.smsGatewayUrl ? done({ about: new URL(config.smsGatewayUrl).hostname }) : advice()
}

const commonName = (subject: string) => /(?:^|\n)CN=([^\n]+)/.exec(subject)?.[1] ?? subject

async function sealOf({ config, env, signText, log }: SignedInContext): Promise<Judged> {
  try {
    const { certificate } = await signText('first-hour')
    const { issuer, validToDate } = new X509Certificate(certificate)
    const day = helsinkiDay(validToDate)
    const told = { about: commonName(issuer), day }
    const posture = partOfPosture(config, 'SEAL_P12_FILE')
    const today = helsinkiDay(env.now())
    if (day < today || (posture === 'REFUSED' && !config.demo)) return missing(told)
    return posture === 'GOOD' && day > addDays(today, SEAL_ENDS_WITHIN_DAYS) ? done(told) : advice(told)
  } catch (error) {
    log.warn({ err: error }, 'the seal does not open')
    return missing()
  }
}

async function bankFolderOf({ config: { bankInboxDir } }: SignedInContext): Promise<Judged> {
  if (!bankInboxDir) return advice()
  const isOpen = await access(bankInboxDir, constants.R_OK | constants.W_OK).then(
    () => true,
    () => false,
  )
  return isOpen ? done({ about: bankInboxDir }) : missing({ about: bankInboxDir })
}

const namesOf = (lessors: readonly LessorRow[]) => lessors.map(({ name }) => name).join(', ')

const authorityOf = (lessor: LessorRow) =>
  isAuthorised({
    lessor_kind: lessor.kind,
    lessor_authority_reference: lessor.authority_reference,
    lessor_authority_day: lessor.authority_day,
  })

const lessorOf: Judge = async ({ db }) => {
  const lessors = await listLessors(db, { activeOnly: true })
  return lessors.length > 0 ? done({ about: namesOf(lessors) }) : missing()
}

const lessorAuthorityOf: Judge = async ({ db }) => {
  const lessors = await listLessors(db, { activeOnly: true })
  const without = lessors.filter((lessor) => !authorityOf(lessor))
  if (without.length === lessors.length) return missing({ about: namesOf(without) || null })
  return without.length > 0 ? advice({ about: namesOf(without) }) : done({ about: namesOf(lessors) })
}

const billingTableOf: Judge = async ({ db, env }) => {
  const lessors = (await listLessors(db, { activeOnly: true })).filter(authorityOf)
  const now = env.now()
  const companyIds = (await firstCompanies(db, now)).map(({ id }) => id)
  const ids = lessors.map(({ id }) => id)
  const tables = ids.length > 0 ? await billingTablesOn(db, ids, { companyIds, day: helsinkiDay(now) }) : []
  const about = namesOf(lessors.filter(({ id }) => tables.some((table) => table.leasing_company_id === id)))
  // The general table of a new installation has prices that nobody has set.
  const isUntouched = tables.every(({ version }) => version === 1) && tables.length === 1
  if (tables.length === 0) return missing()
  return isUntouched ? advice({ about }) : done({ about })
}

const termsOf: Judge = async ({ db }) => {
  const [agreement] = await termsInForce(db, 'AGREEMENT')
  const [insurance] = await termsInForce(db, 'INSURANCE')
  const [service] = await termsInForce(db, 'SERVICE')
  const [processing] = await termsInForce(db, 'DATA_PROCESSING')
  if (!agreement || !service || !processing) return missing()
  return insurance ? done({ count: insurance.number }) : advice({ count: agreement.number })
}

const taxOf: Judge = async ({ db, env }) => {
  const today = helsinkiDay(env.now())
  const year = Number(today.slice(0, 4))
  const hasTables = (await taxYearsFrom(db)).some((one) => one.year === year)
  if (!hasTables || !(await findVatOn(db, 'FI', today))) return missing({ count: year })
  return (await yearsToConfirm(db)) > 0 ? advice({ count: year }) : done({ count: year })
}

/** A bike from an online shop needs no store. */
const storeOf: Judge = async ({ db }) => {
  const { total } = await listStores(db, { active: true, sort: 'storeName', page: 1, limit: 1 })
  return total > 0 ? done({ count: total }) : advice({ count: 0 })
}

const companyOf: Judge = async ({ db, env }) => {
  const now = env.now()
  const companies = await firstCompanies(db, now)
  const ready = await readinessOf(db, companies, now)
  // Whoever has joined needs no link any more: a company whose link has run out still orders.
  const isLacking = (at: number) => {
    const hasPeople = companies[at]?.hasPeople ?? false
    return ({ check, isDone }: Readiness) => !isDone && !(check === 'JOIN_LINK' && hasPeople)
  }
  const lacks = ready.map((checks, at) => checks.filter(isLacking(at)).length)
  const first = lacks.indexOf(0)
  if (first >= 0) return done({ about: companies[first]?.companyName ?? null })
  const [earliest] = companies
  return missing({ about: earliest?.companyName ?? null, companyId: earliest?.id ?? null, count: lacks[0] ?? null })
}

const judges: Readonly<Record<Exclude<FirstHourCheck, 'TEST_MAIL'>, Judge>> = {
  BRAND: brandOf,
  PROCESSORS: processorsOf,
  MAIL: mailOf,
  SMS: smsOf,
  SEAL: sealOf,
  BANK_FOLDER: bankFolderOf,
  LESSOR: lessorOf,
  LESSOR_AUTHORITY: lessorAuthorityOf,
  BILLING_TABLE: billingTableOf,
  TERMS: termsOf,
  TAX: taxOf,
  STORE: storeOf,
  COMPANY: companyOf,
}

/** How a thing stands before the first order. */
export function judge(context: SignedInContext, check: FirstHourCheck, mail: TestMailRow | undefined): Promise<Judged> {
  if (check !== 'TEST_MAIL') return judges[check](context)
  if (mail?.status !== 'SENT') return Promise.resolve(outsideDemo(context, mail?.recipient ?? null))
  const day = mail.sent_at && helsinkiDay(mail.sent_at)
  return Promise.resolve(done({ about: mail.recipient, day }))
}
