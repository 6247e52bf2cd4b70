import { lines, wordsOf } from '#features/ground/documents/server/document-words.ts'
import { hashLines, proofText } from '#features/leases/agreements/server/evidence.ts'
import { fileTransfer } from '#features/leases/agreements/server/transferred.ts'
import { paymentIn } from '#features/pricing/leasing/rules/payments.ts'
import type { Db } from '#platform/server/database/db.ts'
import { createPdf, type PdfPage } from '#platform/server/documents/pdf.ts'
import { keepSealedFile } from '#platform/server/documents/sealed-files.ts'
import { keepFile } from '#platform/server/documents/stored-files.ts'
import type { Services } from '#platform/server/http/context.ts'
import {
  type Day,
  formatDay,
  formatInstant,
  formatMonth,
  helsinkiDay,
  type Month,
  monthOf,
} from '#platform/values/days.ts'
import type { Cents } from '#platform/values/money.ts'
import type { BrokerageRecord } from './record.ts'
import type { GivenTransferSignature } from './signatures.ts'

const nameOf = (first: string | null, last: string | null) => `${first} ${last}`

/** What is paid a month now, and from each later month on that has been decided. */
function payments(row: BrokerageRecord, today: Day): [Month | null, Cents][] {
  const now = { instalmentCents: row.instalment_cents, lastInstalmentCents: row.last_instalment_cents }
  const month = monthOf(today)
  return [
    [null, paymentIn(now, row.changes, month).instalmentCents],
    ...row.changes
      .filter(({ from }) => from > month)
      .map(({ from, instalmentCents }): [Month, Cents] => [from, instalmentCents]),
  ]
}

interface Paper {
  readonly agreementNumber: string
  readonly startsOn?: Day
  readonly given?: readonly GivenTransferSignature[]
}

/** The tax that redeeming at the end may bring the taker, as a range, and the end's whole price with it. */
function endTaxOf(row: BrokerageRecord, { t, euros }: ReturnType<typeof wordsOf>): [string, string][] {
  const most = row.end_tax_cents
  if (most === null || most === 0) return []
  const range = (from: Cents, to: Cents) => `${euros(from).replace(/\s*€$/u, '')}–${euros(to)}`
  return [
    [t('pdf.endTax'), t('pdf.byIncome', { range: range(0, most) })],
    [t('pdf.endWhole'), range(row.residual_cents, row.residual_cents + most)],
  ]
}

/** The transfer in the taker's language: who gives what to whom, with which lessor, and what goes on unchanged. */
async function render(services: Services, row: BrokerageRecord, { agreementNumber, startsOn, given = [] }: Paper) {
  const { texts, brand, env } = services
  const base = { texts, brand, language: row.taker_language!, at: env.now(), day: helsinkiDay(env.now()) }
  const words = wordsOf(base, 'brokerage')
  const { t, euros } = words
  const page = await createPdf({
    ...base,
    title: `${t('pdf.title')} ${agreementNumber}`,
    headline: t('pdf.headline', { number: agreementNumber }),
  })
  page.title(t('pdf.title'))
  page.paragraph(t('pdf.intro', { number: row.agreement_number }), { soft: true })
  page.facts([
    [t('pdf.seller'), `${nameOf(row.first_name, row.last_name)}, ${row.company_name}`],
    [t('pdf.taker'), `${nameOf(row.taker_first_name, row.taker_last_name)}, ${row.taker_company_name}`],
    [t('pdf.lessor'), row.lessor_name],
    [t('pdf.approval'), `${row.lessor_reference}, ${formatDay(row.lessor_day!)}`],
    [t('pdf.bike'), row.bike],
    ...(row.frame_number ? [[t('pdf.frameNumber'), row.frame_number] as [string, string]] : []),
    [t('pdf.oldNumber'), row.agreement_number],
    [t('pdf.newNumber'), agreementNumber],
    ...payments(row, helsinkiDay(env.now())).map(([from, cents]): [string, string] => [
      from === null ? t('pdf.instalment') : t('pdf.instalmentFrom', { month: formatMonth(from) }),
      euros(cents),
    ]),
    [t('pdf.leaseEnd'), formatDay(row.lease_end_day)],
    [t('pdf.residual'), euros(row.residual_cents)],
    ...endTaxOf(row, words),
    ...(startsOn ? [[t('pdf.startsOn'), formatDay(startsOn)] as [string, string]] : []),
  ])
  page.paragraph(t('pdf.when'))
  page.paragraph(t('pdf.goesOn'))
  page.paragraph(t('pdf.tax'))
  if (given.length > 0) drawEvidence(page, given, { t, ofAgreement: wordsOf(base, 'agreements').t })
  return { content: await page.finish(), title: t('pdf.title') }
}

type Say = ReturnType<typeof wordsOf>['t']

/** Who signed when and from where, confirmed by what and how old that was, and which document it was. */
function drawEvidence(
  page: PdfPage,
  given: readonly GivenTransferSignature[],
  { t, ofAgreement }: { readonly t: Say; readonly ofAgreement: Say },
): void {
  page.facts([
    ...given.map((one): [string, string] => [
      t(`parties.${one.party}`),
      lines(
        [one.typedName, one.position, formatInstant(one.signedAt.toISOString())].filter(Boolean).join(', '),
        proofText({ at: one.signedAt, proof: one.proof, proofSince: one.proofSince }, ofAgreement),
        one.ipAddress,
      ),
    ]),
    [ofAgreement('pdf.documentHash'), hashLines(given[0]!.documentSha256.toString('hex'))],
  ])
}

/** Keeps the document that all sign. */
export async function keepDraft(
  db: Db,
  services: Services,
  row: BrokerageRecord,
  { id, agreementNumber }: { id: string; agreementNumber: string },
) {
  const { content } = await render(services, row, { agreementNumber })
  return keepFile(db, services, {
    companyId: row.taker_company_id!,
    parentType: 'agreement',
    parentId: id,
    label: `${agreementNumber}.pdf`,
    contentType: 'application/pdf',
    content,
  })
}

/** Seals the signed document and files it with both agreements. */
export async function sealTransfer(
  db: Db,
  services: Services,
  row: BrokerageRecord,
  { startsOn, day, given }: { startsOn: Day; day: Day; given: readonly GivenTransferSignature[] },
): Promise<void> {
  const agreementNumber = row.new_agreement_number!
  const { content, title } = await render(services, row, { agreementNumber, startsOn, given })
  const sealed = await services.seal(content, title)
  const sides = [
    {
      companyId: row.company_id,
      employeeId: row.beneficiary_employee_id,
      agreementId: row.agreement_id,
      kind: 'OTHER',
    },
    {
      companyId: row.taker_company_id!,
      employeeId: row.taker_employee_id!,
      agreementId: row.new_agreement_id!,
      kind: 'AGREEMENT',
    },
  ] as const
  for (const side of sides) {
    const file = await keepSealedFile(db, services, side, {
      companyId: side.companyId,
      parentType: 'agreement',
      parentId: side.agreementId,
      label: `${agreementNumber}.pdf`,
      content: sealed,
    })
    await fileTransfer(db, services, { ...side, title: `${title} ${agreementNumber}`, fileId: file.id, day })
  }
}
