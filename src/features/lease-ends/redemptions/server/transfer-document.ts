import { wordsOf } from '#features/ground/documents/server/document-words.ts'
import { nameOfBike } from '#features/pricing/leasing/rules/bike-name.ts'
import type { LanguageCode } from '#platform/contract/contract.ts'
import type { Db } from '#platform/server/database/db.ts'
import { createPdf } from '#platform/server/documents/pdf.ts'
import { keepSealedFile } from '#platform/server/documents/sealed-files.ts'
import type { Services } from '#platform/server/http/context.ts'
import { type Day, formatDay } from '#platform/values/days.ts'
import type { Cents } from '#platform/values/money.ts'
import type { RedemptionRecord } from './record.ts'

/** A bicycle that changes its owner when its lease has ended. */
interface PassingTitle {
  readonly companyId: string
  readonly agreementId: string
  readonly employeeId: string
  readonly orderId: string | null
  readonly parentType: 'redemption' | 'agreement'
  readonly parentId: string
  readonly language: LanguageCode
  readonly day: Day
  readonly agreementNumber: string
  readonly seller: string
  readonly buyer: string
  readonly bike: string
  readonly frameNumber: string | null
  readonly invoiceNumber: string | null
  readonly priceCents: Cents
  /** Of wages alone: whoever is no employee has none. */
  readonly fairValueCents: Cents | null
}

/** Makes and seals the document by which a bicycle changes its owner. @returns the file's id */
export async function keepTitleDocument(db: Db, services: Services, one: PassingTitle): Promise<string> {
  const { texts, brand, env } = services
  const { day, language } = one
  const base = { texts, brand, language, at: env.now(), day }
  const { t, euros } = wordsOf(base, 'redemptions')
  const page = await createPdf({
    ...base,
    title: `${t('pdf.title')} ${one.agreementNumber}`,
    headline: t('pdf.headline', { number: one.agreementNumber }),
  })
  page.title(t('pdf.title'))
  page.paragraph(t('pdf.intro', { day: formatDay(day) }), { soft: true })
  page.facts([
    [t('pdf.seller'), one.seller],
    [t('pdf.buyer'), one.buyer],
    [t('pdf.bike'), one.bike || '–'],
    [t('pdf.frameNumber'), one.frameNumber ?? '–'],
    [t('pdf.agreement'), one.agreementNumber],
    [t('pdf.invoice'), one.invoiceNumber ?? '–'],
    [t('pdf.price'), euros(one.priceCents)],
    ...(one.fairValueCents === null ? [] : [[t('pdf.fairValue'), euros(one.fairValueCents)] as [string, string]]),
  ])
  page.paragraph(t(one.fairValueCents === null ? 'pdf.paid' : 'pdf.text'))
  const content = await services.seal(await page.finish(), t('pdf.title'))
  const file = await keepSealedFile(db, services, one, {
    companyId: one.companyId,
    parentType: one.parentType,
    parentId: one.parentId,
    label: `${one.agreementNumber}-${t('pdf.file')}.pdf`,
    content,
  })
  return file.id
}

/** The document of a redemption. @returns the file's id */
export const keepTransferDocument = (db: Db, services: Services, row: RedemptionRecord, day: Day): Promise<string> =>
  keepTitleDocument(db, services, {
    companyId: row.company_id,
    agreementId: row.agreement_id,
    employeeId: row.beneficiary_employee_id,
    orderId: row.order_id,
    parentType: 'redemption',
    parentId: row.id,
    language: row.person_language,
    day,
    agreementNumber: row.agreement_number,
    seller: row.lessor_name,
    buyer: row.buyer === 'EMPLOYEE' ? `${row.first_name} ${row.last_name}` : row.company_name,
    bike: nameOfBike(row),
    frameNumber: row.frame_number,
    invoiceNumber: row.invoice_number,
    priceCents: row.price_cents ?? 0,
    fairValueCents: row.buyer === 'EMPLOYEE' ? (row.fair_value_cents ?? 0) : null,
  })
