import { wordsOf } from '#features/ground/documents/server/document-words.ts'
import { nameOfBike } from '#features/pricing/leasing/rules/bike-name.ts'
import type { Db } from '#platform/server/database/db.ts'
import { createPdf } from '#platform/server/documents/pdf.ts'
import { keepSealedFile } from '#platform/server/documents/sealed-files.ts'
import type { Services } from '#platform/server/http/context.ts'
import { type Day, formatDay, formatMonth } from '#platform/values/days.ts'
import type { ReturnRecord } from './record.ts'

/** Makes and seals the document by which a return is over. @returns the file's id */
export async function keepReceipt(db: Db, services: Services, row: ReturnRecord, day: Day): Promise<string> {
  const { texts, brand, env } = services
  const base = { texts, brand, language: row.person_language, at: env.now(), day }
  const { t, euros } = wordsOf(base, 'returns')
  const page = await createPdf({
    ...base,
    title: `${t('pdf.title')} ${row.agreement_number}`,
    headline: t('pdf.headline', { number: row.agreement_number }),
  })
  page.title(t('pdf.title'))
  page.paragraph(t('pdf.intro', { day: formatDay(row.received_day ?? day), month: formatMonth(row.end_month) }), {
    soft: true,
  })
  const fee = row.fee_cents + row.transport_cents
  page.facts([
    [t('pdf.person'), `${row.first_name} ${row.last_name}`],
    [t('pdf.company'), row.company_name],
    [t('pdf.bike'), nameOfBike(row) || '–'],
    [t('pdf.frameNumber'), row.frame_number ?? '–'],
    [t('pdf.agreement'), row.agreement_number],
    [t('pdf.receiver'), row.store_name ?? row.lessor_name],
    [t('pdf.fee'), euros(fee)],
    ...(fee > 0 && row.payer ? [[t('pdf.payer'), t(`payers.${row.payer}`)] as [string, string]] : []),
    ...row.damages.map(({ description, amountCents }): [string, string] => [description, euros(amountCents)]),
  ])
  page.paragraph(t(row.damages.length > 0 ? 'pdf.damaged' : 'pdf.whole'))
  const content = await services.seal(await page.finish(), t('pdf.title'))
  const file = await keepSealedFile(
    db,
    services,
    { agreementId: row.agreement_id, employeeId: row.beneficiary_employee_id, orderId: row.order_id },
    {
      companyId: row.company_id,
      parentType: 'return',
      parentId: row.id,
      label: `${row.agreement_number}-${t('pdf.file')}.pdf`,
      content,
    },
  )
  return file.id
}
