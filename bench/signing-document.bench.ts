// What the last signature of an agreement costs inside its transaction: rendering the document and sealing it.
import { loadAllTexts } from '#app/server/server.ts'
import { type AgreementFacts, renderAgreementPdf } from '#features/leases/agreements/server/agreement-pdf.ts'
import { makeP12, sealPdf } from '#platform/server/documents/seal.ts'
import { demoBrand } from '#platform/values/brand.ts'

const rounds = 40
const at = new Date('2026-03-02T09:00:00Z')
const leaseMonths = 48

const facts: AgreementFacts = {
  texts: loadAllTexts(),
  brand: demoBrand,
  language: 'fi',
  agreementNumber: 'S-26-BENCH2',
  orderNumber: 'P-26-BENCH2',
  at,
  day: '2026-03-02',
  employer: { name: 'Esimerkki Oy', businessId: '9870001-2', address: 'Esimerkkikatu 3, 33100 Tampere' },
  employee: { name: 'Essi Esimerkki', email: 'essi@yritys.example', employeeNumber: '10480', unit: 'Varasto' },
  lessor: { name: 'Esimerkkirahoitus Oy', businessId: null },
  store: { name: 'Esimerkkipyörä', address: null },
  bike: { name: 'Matkapyörä', kind: null, frameSize: 'M', colour: null, frameNumber: null },
  accessories: [{ name: 'Lukko', priceCents: 6_900 }],
  delivery: 'PICKUP',
  card: {
    day: '2026-03-02',
    bikePriceCents: 243_100,
    accessoriesCents: 6_900,
    totalPriceCents: 250_000,
    financedCents: 250_000,
    leaseMonths,
    instalmentCents: 10_000,
    lastInstalmentCents: 9_500,
    totalInstalmentsCents: 479_500,
    insuranceCents: 57_600,
    serviceCents: 48_000,
    financingCents: 123_900,
    residualCents: 12_500,
    totalToOwnCents: 492_000,
    adminFeeCents: 1_500,
    serviceShareCents: 2_200,
    buyOutCents: Array.from({ length: leaseMonths }, (_, month) => 250_000 - month * 4_900),
    vatBasisPoints: 2_550,
    benefitModel: 'FROM_SALARY',
    taxRegime: 'TAXABLE',
    campaignApplied: false,
    billingTableId: '00000000-0000-7000-8000-000000000000',
    billingTableVersion: 1,
  },
  signatures: (['EMPLOYEE', 'EMPLOYER'] as const).map((party) => ({
    party,
    name: 'Essi Esimerkki',
    at,
    ipAddress: '192.0.2.1',
    documentSha256: '0'.repeat(64),
  })),
}

function report(name: string, milliseconds: number[]) {
  const sorted = milliseconds.toSorted((a, b) => a - b)
  const share = (part: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(1)
  console.log(
    `${name.padEnd(10)} median ${share(0.5).padStart(6)} ms   p95 ${share(0.95).padStart(6)} ms   first ${milliseconds[0]?.toFixed(1)} ms`,
  )
}

const p12 = await makeP12({ commonName: demoBrand.legalName, at, passphrase: 'bench' })
const rendering: number[] = []
const sealing: number[] = []
let bytes = 0
for (let round = 0; round < rounds; round += 1) {
  const start = performance.now()
  const pdf = await renderAgreementPdf(facts)
  const rendered = performance.now()
  bytes = (await sealPdf(pdf, { p12, passphrase: 'bench', reason: 'bench', at })).length
  rendering.push(rendered - start)
  sealing.push(performance.now() - rendered)
}
report('rendering', rendering)
report('sealing', sealing)
console.log(`${rounds} documents of ${Math.round(bytes / 1000)} kB`)
