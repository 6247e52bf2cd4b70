import { wordsOf } from '#features/ground/documents/server/document-words.ts'
import type { Db } from '#platform/server/database/db.ts'
import { createPdf } from '#platform/server/documents/pdf.ts'
import { keepSealedFile } from '#platform/server/documents/sealed-files.ts'
import type { Services } from '#platform/server/http/context.ts'
import { formatDay, formatMonth, helsinkiDay, type Month } from '#platform/values/days.ts'
import type { Exemption } from '../rules/change-guard.ts'
import type { LeaseRecord } from './record.ts'

export interface Annex {
  readonly number: number
  readonly from: Month
  readonly reason: string
  readonly instalmentCents: number
  readonly lastInstalmentCents: number
  readonly serviceShareCents: number
  readonly exemption: Exemption | null
}

async function drawAnnex(
  services: Services,
  row: LeaseRecord,
  annex: Annex,
): Promise<{ title: string; content: Buffer }> {
  const { texts, brand, env } = services
  const base = { texts, brand, language: row.person_language, at: env.now(), day: helsinkiDay(env.now()) }
  const { t, euros } = wordsOf(base, 'lease-changes')
  const title = t('pdf.title', { number: annex.number, agreement: row.agreement_number })
  const page = await createPdf({ ...base, title, headline: t('pdf.headline', { number: row.agreement_number }) })
  const month = formatMonth(annex.from)
  page.title(title)
  page.paragraph(t('pdf.intro', { month, lessor: row.lessor_name }))
  page.table(
    [
      { header: t('pdf.item'), width: 5 },
      { header: t('pdf.before'), width: 2, align: 'right' },
      { header: t('pdf.after', { month }), width: 3, align: 'right' },
    ],
    [
      [t('pdf.share'), euros(row.service_share_cents), euros(annex.serviceShareCents)],
      [t('pdf.instalment'), euros(row.instalment_cents), euros(annex.instalmentCents)],
      [t('pdf.last'), euros(row.last_instalment_cents), euros(annex.lastInstalmentCents)],
    ],
  )
  page.facts([[t('pdf.reason'), annex.reason]], 1)
  page.paragraph(t('pdf.stays'))
  if (annex.exemption) page.paragraph(t('pdf.exemption', { until: formatDay(annex.exemption.until) }))
  return { title, content: await services.seal(await page.finish(), title) }
}

/** Makes and seals the annex by which a payment changes, among the agreement's signed documents. @returns their id */
export async function keepAnnex(db: Db, services: Services, row: LeaseRecord, annex: Annex): Promise<string> {
  const { env } = services
  const { title, content } = await drawAnnex(services, row, annex)
  const id = env.id()
  await db
    .insertInto('signed_documents')
    .values({
      id,
      company_id: row.company_id,
      beneficiary_employee_id: row.beneficiary_employee_id,
      leasing_agreement_id: row.id,
      kind: 'OTHER',
      title,
      sealed: true,
      payment_status: 'COMPLETED',
      created_at: env.now(),
      updated_at: env.now(),
    })
    .execute()
  const file = await keepSealedFile(
    db,
    services,
    { agreementId: row.id, employeeId: row.beneficiary_employee_id, orderId: row.order_id },
    {
      companyId: row.company_id,
      parentType: 'signed-document',
      parentId: id,
      label: `${row.agreement_number}-${annex.number}.pdf`,
      content,
    },
  )
  await db.updateTable('signed_documents').set({ file_id: file.id }).where('id', '=', id).execute()
  return id
}
