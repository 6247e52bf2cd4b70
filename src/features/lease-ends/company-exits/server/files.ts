import { wordsOf } from '#features/ground/documents/server/document-words.ts'
import { AppError } from '#platform/contract/errors.ts'
import { createPdf } from '#platform/server/documents/pdf.ts'
import { csvStream, type SheetColumn } from '#platform/server/documents/sheet.ts'
import { FileAnswer, type SignedInContext } from '#platform/server/http/context.ts'
import { formatDay, helsinkiDay, monthsBetween } from '#platform/values/days.ts'
import { choiceOf } from '../rules/exit.ts'
import { type ExitLeaseRecord, type ExitRecord, factsOfLease, leaseRows } from './queries.ts'
import { heldOf, openInvoicesOf } from './view.ts'

const csvType = 'text/csv; charset=utf-8'

/** The company's leases for one lessor: what is left of each, what has been chosen and when it ends. */
export async function lessorFile(context: SignedInContext, exit: ExitRecord, leasingCompanyId: string) {
  const { db, texts, language, env } = context
  const today = helsinkiDay(env.now())
  const t = (key: string) => texts.t(language, `company-exits:${key}`)
  const rows = await leaseRows(db, exit).where('a.leasing_company_id', '=', leasingCompanyId).execute()
  const left = (row: ExitLeaseRecord) =>
    Math.max(0, row.lease_months - Math.max(0, monthsBetween(row.start_day!, today)))
  const columns: SheetColumn<ExitLeaseRecord>[] = [
    { key: 'number', header: t('file.number'), kind: 'text', value: (row) => row.agreement_number },
    { key: 'company', header: t('file.company'), kind: 'text', value: () => exit.company_name },
    { key: 'frame', header: t('file.frame'), kind: 'text', value: (row) => row.frame_number },
    { key: 'start', header: t('file.start'), kind: 'day', value: (row) => row.start_day },
    { key: 'end', header: t('file.end'), kind: 'day', value: (row) => row.end_day },
    { key: 'instalment', header: t('file.instalment'), kind: 'money', value: (row) => row.instalment_cents },
    { key: 'left', header: t('file.left'), kind: 'integer', value: left },
    {
      key: 'choice',
      header: t('file.choice'),
      kind: 'text',
      value: (row) => t(`choice.${choiceOf(factsOfLease(row)) ?? 'NONE'}`),
    },
    { key: 'endsOn', header: t('file.endsOn'), kind: 'day', value: (row) => row.ended_day ?? row.ends_on },
  ]
  return new FileAnswer({
    content: csvStream(columns, rows),
    contentType: csvType,
    name: `${t('file.lessorName')}.csv`,
  })
}

interface Claim {
  readonly kind: 'invoice' | 'held'
  readonly number: string | null
  readonly about: string
  readonly dueDay: string | null
  readonly cents: number
}

/** What the company owes: open invoices, and the months that runs have skipped. */
export async function claimsFile(context: SignedInContext, exit: ExitRecord) {
  const { db, texts, language } = context
  const t = (key: string) => texts.t(language, `company-exits:${key}`)
  const invoices = await openInvoicesOf(db, exit)
  const held = await heldOf(db, context, exit)
  const rows: Claim[] = [
    ...invoices.map((invoice) => ({
      kind: 'invoice' as const,
      number: invoice.number,
      about: invoice.billing_month ?? '',
      dueDay: invoice.due_day,
      cents: invoice.open_cents ?? 0,
    })),
    ...held.map((line) => ({
      kind: 'held' as const,
      number: line.orderNumber,
      about: line.month,
      dueDay: null,
      cents: line.grossCents,
    })),
  ]
  const columns: SheetColumn<Claim>[] = [
    { key: 'kind', header: t('file.kind'), kind: 'text', value: (row) => t(`claim.${row.kind}`) },
    { key: 'number', header: t('file.number'), kind: 'text', value: (row) => row.number },
    { key: 'month', header: t('file.month'), kind: 'text', value: (row) => row.about },
    { key: 'due', header: t('file.due'), kind: 'day', value: (row) => row.dueDay },
    { key: 'open', header: t('file.open'), kind: 'money', value: (row) => row.cents },
  ]
  return new FileAnswer({
    content: csvStream(columns, rows),
    contentType: csvType,
    name: `${t('file.claimsName')}.csv`,
  })
}

/** A letter on a page of its own for each person who has not chosen. @throws COMPANY_EXIT_NOT_ALLOWED when all have, and of a merger */
export async function lettersFile(context: SignedInContext, exit: ExitRecord) {
  const { db, texts, brand, env } = context
  if (exit.kind === 'MERGED') throw new AppError('COMPANY_EXIT_NOT_ALLOWED', { details: { unmet: ['LEASES_GO_ON'] } })
  const rows = (await leaseRows(db, exit).execute()).filter((row) => choiceOf(factsOfLease(row)) === null)
  if (rows.length === 0) throw new AppError('COMPANY_EXIT_NOT_ALLOWED', { details: { unmet: ['ALL_CHOSEN'] } })
  const base = { texts, brand, language: exit.company_language, at: env.now(), day: helsinkiDay(env.now()) }
  const title = texts.t(exit.company_language, 'company-exits:pdf.title', { company: exit.company_name })
  const page = await createPdf({ ...base, title, headline: exit.company_name })
  for (const [index, row] of rows.entries()) {
    const until = formatDay(row.choose_until ?? exit.choose_until)
    const { t } = wordsOf({ ...base, language: row.person_language }, 'company-exits')
    if (index > 0) page.keep(10_000)
    page.title(t('pdf.letter', { name: `${row.first_name} ${row.last_name}` }))
    page.paragraph(t(`pdf.${exit.kind}`, { company: exit.company_name, day: formatDay(exit.from_day) }))
    page.facts(
      [
        [t('file.number'), row.agreement_number],
        [t('pdf.until'), until],
      ],
      1,
    )
    page.paragraph(t('pdf.choose', { until }))
    page.paragraph(t('pdf.where', { brand: brand.name }))
  }
  return new FileAnswer({ content: await page.finish(), contentType: 'application/pdf', name: 'kirjeet.pdf' })
}
