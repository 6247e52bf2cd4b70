import { type DocumentWords, wordsOf } from '#features/ground/documents/server/document-words.ts'
import type { LanguageCode } from '#platform/contract/contract.ts'
import type { Db } from '#platform/server/database/db.ts'
import { createPdf, type PdfPage } from '#platform/server/documents/pdf.ts'
import { keepFile } from '#platform/server/documents/stored-files.ts'
import type { Services } from '#platform/server/http/context.ts'
import { formatDay, helsinkiDay } from '#platform/values/days.ts'
import { sumCents } from '#platform/values/money.ts'
import type { LineParty } from '../rules.ts'
import type { About, CaseRecord, LineRow } from './record.ts'

interface Readers {
  readonly language: LanguageCode
  readonly lines: readonly LineRow[]
  /** The whole account with its balance, and not one party's part. */
  readonly isWhole: boolean
}

/** Who stands behind a line, as the document calls them. */
const payerKey = (line: LineRow, { is_online_shop }: About) => {
  if (line.party === 'EMPLOYER') return 'payer.EMPLOYER'
  return line.payer_type === 'BIKE_STORE' && is_online_shop ? 'payer.ONLINE_SHOP' : `payer.${line.payer_type}`
}

/**
 * Makes the settlement document: the whole one for the staff, and one for buyer and employer each with their own lines.
 * @returns the columns that name the files
 */
export async function keepSettlement(db: Db, services: Services, record: CaseRecord) {
  const { about } = record
  const own = (party: LineParty) => record.lines.filter((line) => line.party === party)
  const keep = (readers: Readers) => keepOne(db, services, record, readers)
  return {
    settlement_file_id: await keep({ language: 'fi', lines: record.lines, isWhole: true }),
    employee_file_id: await keep({ language: about.person_language, lines: own('PERSON'), isWhole: false }),
    employer_file_id: await keep({ language: about.company_language, lines: own('EMPLOYER'), isWhole: false }),
  }
}

async function keepOne(db: Db, services: Services, record: CaseRecord, readers: Readers): Promise<string> {
  const file = await keepFile(db, services, {
    companyId: record.row.company_id,
    parentType: 'order-cancellation',
    parentId: record.row.id,
    label: `${record.about.order_number}-peruutus.pdf`,
    contentType: 'application/pdf',
    content: await renderSettlement(services, record, readers),
  })
  return file.id
}

async function renderSettlement(services: Services, record: CaseRecord, readers: Readers): Promise<Buffer> {
  const { texts, brand, env } = services
  const { row, about } = record
  const { language, isWhole } = readers
  const base = { texts, brand, language, at: env.now(), day: helsinkiDay(env.now()) }
  const { t, euros } = wordsOf(base, 'order-cancellations')
  const title = t('pdf.title')
  const page = await createPdf({ ...base, title: `${title} ${about.order_number}`, headline: about.order_number })
  page.title(title)
  page.paragraph(t(isWhole ? 'pdf.whole' : 'pdf.own'), { soft: true })
  page.facts([
    [t('pdf.order'), about.order_number],
    [t('pdf.agreement'), about.agreement_number ?? '–'],
    [t('pdf.buyer'), `${about.first_name} ${about.last_name}`],
    [t('pdf.employer'), about.company_name],
    [t('pdf.bike'), about.bike],
    [t('pdf.frame'), about.frame_number ?? '–'],
    [t('pdf.reason'), t(`reasonCode.${row.reason_code}`)],
    [t('pdf.bikeAt'), t(`bikeAt.${row.bike_at ?? 'NONE'}`)],
    [t('pdf.opened'), formatDay(helsinkiDay(row.opened_at))],
    [t('pdf.completed'), formatDay(base.day)],
  ])
  drawLines(page, { t, euros }, { ...readers, about })
  return page.finish()
}

/** The lines by payer with their sums; the whole account ends with its balance. */
function drawLines(
  page: PdfPage,
  { t, euros }: Pick<DocumentWords, 't' | 'euros'>,
  { lines, isWhole, about }: Readers & { readonly about: About },
): void {
  const isSettled = (line: LineRow, direction: LineRow['direction']) =>
    line.state === 'SETTLED' && line.direction === direction
  const sum = (direction: LineRow['direction']) =>
    sumCents(lines.filter((line) => isSettled(line, direction)).map(({ settled_cents }) => settled_cents))
  const cell = (line: LineRow, direction: LineRow['direction']) =>
    isSettled(line, direction) ? euros(line.settled_cents) : ''
  page.heading(t('pdf.lines'))
  if (lines.length === 0) {
    page.paragraph(t('pdf.noLines'))
    return
  }
  page.table(
    [
      { header: t('pdf.payer'), width: 30 },
      { header: t('pdf.proof'), width: 40 },
      { header: t('pdf.toUs'), width: 15, align: 'right' },
      { header: t('pdf.fromUs'), width: 15, align: 'right' },
    ],
    lines.map((line) => [t(payerKey(line, about)), proofOf(line, t), cell(line, 'TO_US'), cell(line, 'FROM_US')]),
    { totals: [[t('pdf.total'), '', euros(sum('TO_US')), euros(sum('FROM_US'))]] },
  )
  if (isWhole) page.figures([[t('pdf.balance'), euros(sum('TO_US') - sum('FROM_US'))]])
}

/** What proves a line, in one sentence. */
function proofOf(line: LineRow, t: (key: string, values?: Record<string, unknown>) => string): string {
  if (line.state === 'WAIVED') return t('pdf.waived', { reason: line.note ?? '' })
  return [
    line.settled_day && formatDay(line.settled_day),
    line.invoice_number && t('pdf.invoice', { number: line.invoice_number }),
    line.reference,
    line.refund_upload_id && t('pdf.file'),
  ]
    .filter(Boolean)
    .join(', ')
}
