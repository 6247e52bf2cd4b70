import { sql } from 'kysely'
import type { LanguageCode } from '#platform/contract/contract.ts'
import { fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { rowsFile } from '#platform/server/documents/list-file.ts'
import { createPdf } from '#platform/server/documents/pdf.ts'
import type { SheetColumn } from '#platform/server/documents/sheet.ts'
import { type Context, FileAnswer } from '#platform/server/http/context.ts'
import { formatDay, formatMonth, helsinkiDay } from '#platform/values/days.ts'
import { type Cents, eurosFromCents, formatEuros } from '#platform/values/money.ts'
import { type ReportingCompany, requireCompany } from './months.ts'

/** What the locked months of a time come to, corrections and all. */
interface Span {
  /** `2026` or `2026-03`. */
  readonly span: string
  readonly months: number
  readonly people: number
  readonly bicycles: number
  readonly benefitCents: Cents
  readonly costCents: Cents
}

/** The locked months of a company by year, or those of one year by month, the oldest first. */
async function readSpans(db: Db, companyId: string, year: string | null): Promise<Span[]> {
  const span = year === null ? sql`left(m.month, 4)` : sql`m.month`
  const goesOn = sql`(where r.corrects_month is null and r.event not in ('ENDED', 'REDEEMED', 'LEFT'))`
  const { rows } = await sql<Span>`
    select ${span} as span, count(distinct m.id)::int as months, count(distinct r.facts -> 'person' ->> 'employeeId') filter ${goesOn}::int as people,
           count(distinct r.agreement_id) filter ${goesOn}::int as bicycles, coalesce(sum((r.facts ->> 'valueCents')::bigint), 0)::bigint as "benefitCents",
           coalesce(sum((r.facts ->> 'instalmentCents')::bigint + (r.facts ->> 'adminFeeCents')::bigint), 0)::bigint as "costCents"
      from payroll_months m left join payroll_rows r on r.payroll_month_id = m.id and r.company_id = m.company_id
     where m.company_id = ${companyId} ${year === null ? sql`` : sql`and left(m.month, 4) = ${year}`} group by 1 order by 1`.execute(
    db,
  )
  return rows
}

/** A company's years by its locked months, the latest first. */
export async function listYears({ db, scope }: Context, companyId: string) {
  const company = await requireCompany(db, scope, companyId)
  return (await readSpans(db, company.id, null)).toReversed().map(({ span, benefitCents, costCents, ...counts }) => ({
    year: span,
    ...counts,
    benefit: eurosFromCents(benefitCents),
    cost: eurosFromCents(costCents),
  }))
}

interface Statement {
  readonly company: ReportingCompany
  readonly year: string
  readonly months: readonly Span[]
  readonly whole: Span
}

/** What an employer shows of a year: its locked months and their sums, as a document or a workbook. @throws NOT_FOUND */
export async function yearStatement(
  context: Context,
  { companyId, year }: { companyId: string; year: string },
  format: 'pdf' | 'xlsx',
): Promise<FileAnswer> {
  const company = await requireCompany(context.db, context.scope, companyId)
  const whole = (await readSpans(context.db, company.id, null)).find(({ span }) => span === year) ?? fail('NOT_FOUND')
  const months = await readSpans(context.db, company.id, year)
  const statement = { company, year, months, whole }
  return format === 'xlsx' ? workbook(context, statement) : document(context, statement)
}

const wordsIn =
  ({ texts }: Context, language: LanguageCode) =>
  (key: string, values?: Record<string, unknown>) =>
    texts.t(language, `reporting:years.${key}`, values)

function workbook(context: Context, { company, year, months, whole }: Statement): FileAnswer {
  const t = wordsIn(context, company.language as LanguageCode)
  const columns: SheetColumn<Span>[] = [
    { key: 'span', header: t('time'), kind: 'text', value: ({ span }) => (span === year ? year : formatMonth(span)) },
    { key: 'people', header: t('people'), kind: 'integer', value: ({ people }) => people },
    { key: 'bicycles', header: t('bicycles'), kind: 'integer', value: ({ bicycles }) => bicycles },
    { key: 'benefit', header: t('benefit'), kind: 'money', value: ({ benefitCents }) => benefitCents },
    { key: 'cost', header: t('cost'), kind: 'money', value: ({ costCents }) => costCents },
  ]
  return rowsFile({ format: 'xlsx', name: `${t('file')}-${year}`, columns, rows: [...months, whole] })
}

async function document(context: Context, { company, year, months, whole }: Statement): Promise<FileAnswer> {
  const language = company.language as LanguageCode
  const t = wordsIn(context, language)
  const { brand, env } = context
  const euros = (cents: Cents) => formatEuros(cents, language)
  const today = formatDay(helsinkiDay(env.now()))
  const page = await createPdf({ title: t('title', { year }), language, brand, at: env.now(), headline: year })
  page.title(t('title', { year }))
  page.paragraph([company.name, company.business_id].filter(Boolean).join(', '))
  page.facts([
    [t('people'), String(whole.people)],
    [t('bicycles'), String(whole.bicycles)],
    [t('benefit'), euros(whole.benefitCents)],
    [t('cost'), euros(whole.costCents)],
  ])
  page.paragraph(t('text', { months: whole.months, day: today }), { soft: true })
  page.table(
    [
      { header: t('time'), width: 2 },
      ...['people', 'bicycles', 'benefit', 'cost'].map((key) => ({
        header: t(key),
        width: 2,
        align: 'right' as const,
      })),
    ],
    months.map(({ span, people, bicycles, benefitCents, costCents }) => [
      formatMonth(span),
      String(people),
      String(bicycles),
      euros(benefitCents),
      euros(costCents),
    ]),
    {
      totals: [[year, String(whole.people), String(whole.bicycles), euros(whole.benefitCents), euros(whole.costCents)]],
    },
  )
  return new FileAnswer({
    content: await page.finish(),
    contentType: 'application/pdf',
    name: `${t('file')}-${year}.pdf`,
  })
}
