import { decodePDFRawStream, PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber, PDFRawStream } from 'pdf-lib'
import { expect, test } from 'vitest'
import { demoBrand } from '#platform/values/brand.ts'
import { createPdf } from './pdf.ts'
import { makeP12, sealPdf } from './seal.ts'

const at = new Date('2026-03-02T10:00:00Z')

async function paper(): Promise<Buffer> {
  const page = await createPdf({ title: 'Sopimus', language: 'fi', brand: demoBrand, at, headline: 'K-1' })
  page.title('Sopimus')
  for (const words of ['Hinta 1 234,50 €', 'Надія Їжакевич', 'محمد الأحمد', 'שרה לוי', '王小明']) page.paragraph(words)
  page.link('https://poljin.example/todiste')
  return page.finish()
}

async function sealed(): Promise<Buffer> {
  const p12 = await makeP12({ commonName: 'Esimerkki Oy', at, passphrase: 'avain' })
  return sealPdf(await paper(), { p12, passphrase: 'avain', reason: 'Sinetöity', at })
}

/** What PDF/A-2b (ISO 19005-2) asks for and a plain document lacks. */
async function archivalParts(pdf: Buffer) {
  const document = await PDFDocument.load(pdf, { updateMetadata: false })
  const { catalog, context } = document
  const dictionaries = context.enumerateIndirectObjects().flatMap(([, one]) => (one instanceof PDFDict ? [one] : []))
  const ofType = (type: string) => dictionaries.filter((one) => one.get(PDFName.of('Type')) === PDFName.of(type))
  const intent = catalog.lookup(PDFName.of('OutputIntents'), PDFArray).lookup(0, PDFDict)
  const profile = intent.lookup(PDFName.of('DestOutputProfile'))
  const metadata = catalog.lookup(PDFName.of('Metadata'))
  return {
    says: metadata instanceof PDFRawStream ? Buffer.from(metadata.contents).toString('utf8') : '',
    hasProfile:
      profile instanceof PDFRawStream && Buffer.from(decodePDFRawStream(profile).decode()).includes('mntrRGB XYZ '),
    hasId: context.trailerInfo.ID !== undefined,
    isEncrypted: context.trailerInfo.Encrypt !== undefined,
    fonts: ofType('FontDescriptor').map(
      (font) => font.has(PDFName.of('FontFile2')) || font.has(PDFName.of('FontFile3')),
    ),
    annotations: ofType('Annot').map((one) => one.lookup(PDFName.of('F'), PDFNumber).asNumber()),
    scripts: dictionaries.filter((one) => one.has(PDFName.of('JS')) || one.has(PDFName.of('AA'))).length,
  }
}

test.each([
  ['a document', paper, 1],
  ['a sealed document', sealed, 2],
])(
  '%s has what an archive asks for: its fonts, its colour profile and who it says it is',
  async (_, make, annotations) => {
    const parts = await archivalParts(await make())
    expect(parts.says).toContain('<pdfaid:part>2</pdfaid:part>')
    expect(parts.says).toContain('<pdfaid:conformance>B</pdfaid:conformance>')
    expect(parts.says).toContain('2026-03-02T10:00:00')
    expect(parts).toMatchObject({ hasProfile: true, hasId: true, isEncrypted: false, scripts: 0 })
    expect(parts.fonts.length).toBeGreaterThanOrEqual(5)
    expect(parts.fonts.every(Boolean)).toBe(true)
    // Shown and printed, never hidden.
    expect(parts.annotations.map((flags) => flags & 0b100111)).toEqual(Array.from({ length: annotations }, () => 0b100))
  },
)
