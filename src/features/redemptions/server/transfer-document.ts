import { nameOfBike } from '#features/agreements/server/leased-bike.ts'
import { wordsOf } from '#features/documents/server/document-words.ts'
import type { Db } from '#platform/server/database/db.ts'
import { createPdf } from '#platform/server/documents/pdf.ts'
import { keepFile } from '#platform/server/documents/stored-files.ts'
import type { Services } from '#platform/server/http/context.ts'
import { type Day, formatDay } from '#platform/values/days.ts'
import type { RedemptionRecord } from './record.ts'

/** Makes and seals the document by which the bicycle changes its owner. @returns the file's id */
export async function keepTransferDocument(
  db: Db,
  services: Services,
  row: RedemptionRecord,
  day: Day,
): Promise<string> {
  const { texts, brand, env } = services
  const base = { texts, brand, language: row.person_language, at: env.now(), day }
  const { t, euros } = wordsOf(base, 'redemptions')
  const page = await createPdf({
    ...base,
    title: `${t('pdf.title')} ${row.agreement_number}`,
    headline: t('pdf.headline', { number: row.agreement_number }),
  })
  page.title(t('pdf.title'))
  page.paragraph(t('pdf.intro', { day: formatDay(day) }), { soft: true })
  page.facts([
    [t('pdf.seller'), row.lessor_name],
    [t('pdf.buyer'), row.buyer === 'EMPLOYEE' ? `${row.first_name} ${row.last_name}` : row.company_name],
    [t('pdf.bike'), nameOfBike(row) || '–'],
    [t('pdf.frameNumber'), row.frame_number ?? '–'],
    [t('pdf.agreement'), row.agreement_number],
    [t('pdf.invoice'), row.invoice_number ?? '–'],
    [t('pdf.price'), euros(row.price_cents ?? 0)],
    [t('pdf.fairValue'), euros(row.fair_value_cents ?? 0)],
  ])
  page.paragraph(t('pdf.text'))
  const content = await services.seal(await page.finish(), t('pdf.title'))
  const file = await keepFile(db, services, {
    companyId: row.company_id,
    parentType: 'redemption',
    parentId: row.id,
    label: `${row.agreement_number}-${t('pdf.file')}.pdf`,
    contentType: 'application/pdf',
    content,
  })
  return file.id
}
