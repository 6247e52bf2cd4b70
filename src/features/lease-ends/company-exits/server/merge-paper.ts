import { wordsOf } from '#features/ground/documents/server/document-words.ts'
import { fileTransfer } from '#features/leases/agreements/server/transferred.ts'
import { nameOfBike } from '#features/pricing/leasing/rules/bike-name.ts'
import type { Db } from '#platform/server/database/db.ts'
import { createPdf } from '#platform/server/documents/pdf.ts'
import { keepSealedFile } from '#platform/server/documents/sealed-files.ts'
import type { Services } from '#platform/server/http/context.ts'
import { type Day, formatDay, helsinkiDay } from '#platform/values/days.ts'
import type { ExitLeaseRecord, ExitRecord } from './queries.ts'

interface MergedLease {
  readonly exit: ExitRecord
  readonly lease: ExitLeaseRecord
  readonly agreementId: string
  readonly agreementNumber: string
  readonly employeeId: string
  readonly startsOn: Day
}

/** What the merger does to one lease, in its person's language. */
async function render(services: Services, { exit, lease, agreementNumber, startsOn }: MergedLease) {
  const { texts, brand, env } = services
  const base = { texts, brand, language: lease.person_language, at: env.now(), day: helsinkiDay(env.now()) }
  const { t, euros } = wordsOf(base, 'company-exits')
  const page = await createPdf({
    ...base,
    title: `${t('merger.title')} ${agreementNumber}`,
    headline: t('merger.headline', { number: agreementNumber }),
  })
  page.title(t('merger.title'))
  page.paragraph(t('merger.intro', { company: exit.company_name, into: exit.into_company_name! }))
  page.facts([
    [t('leases.employee'), `${lease.first_name} ${lease.last_name}`],
    [t('merger.from'), exit.company_name],
    [t('merger.into'), exit.into_company_name!],
    [t('merger.lessor'), lease.lessor_name],
    [t('merger.bike'), nameOfBike(lease) || '–'],
    [t('file.frame'), lease.frame_number ?? '–'],
    [t('merger.oldNumber'), lease.agreement_number],
    [t('merger.newNumber'), agreementNumber],
    [t('merger.startsOn'), formatDay(startsOn)],
    [t('file.end'), formatDay(lease.end_day!)],
    [t('file.instalment'), euros(lease.instalment_cents)],
  ])
  page.paragraph(t('merger.goesOn'))
  page.paragraph(t('merger.tax'))
  return { content: await page.finish(), title: t('merger.title') }
}

/** Seals the paper of a lease that has gone over and files it with both companies. @returns the new company's file */
export async function fileMerger(
  db: Db,
  services: Services,
  moved: MergedLease,
): Promise<{ id: string; sha256: Buffer }> {
  const { exit, lease, agreementId, agreementNumber, employeeId } = moved
  const { content, title } = await render(services, moved)
  const sealed = await services.seal(content, title)
  const keep = async (side: {
    companyId: string
    employeeId: string
    agreementId: string
    kind: 'AGREEMENT' | 'OTHER'
  }) => {
    const file = await keepSealedFile(db, services, side, {
      companyId: side.companyId,
      parentType: 'agreement',
      parentId: side.agreementId,
      label: `${agreementNumber}.pdf`,
      content: sealed,
    })
    const day = helsinkiDay(services.env.now())
    await fileTransfer(db, services, { ...side, title: `${title} ${agreementNumber}`, fileId: file.id, day })
    return file
  }
  await keep({
    companyId: lease.company_id,
    employeeId: lease.beneficiary_employee_id,
    agreementId: lease.id,
    kind: 'OTHER',
  })
  return keep({ companyId: exit.into_company_id!, employeeId, agreementId, kind: 'AGREEMENT' })
}
