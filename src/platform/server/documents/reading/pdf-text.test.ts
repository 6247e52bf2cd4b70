import { PDFDocument, StandardFonts } from 'pdf-lib'
import { expect, it } from 'vitest'
import { demoBrand } from '#platform/values/brand.ts'
import { createPdf } from '../pdf.ts'
import { textOfPdf } from './pdf-text.ts'

it.each(['Åke Öberg-Mäkelä, 040 123 4567', 'Ольга Примерная', 'Nguyễn Văn Mẫu'])(
  'reads back what the service writes: %s',
  async (words) => {
    const page = await createPdf({
      title: 'Otsikko',
      language: 'fi',
      brand: demoBrand,
      at: new Date('2026-03-12T08:30:00Z'),
      headline: 'K-1',
    })
    page.heading(words)
    page.paragraph(`Tämä on ${words}.`)
    const text = await textOfPdf(await page.finish())
    expect(text.split(words).length - 1).toBeGreaterThanOrEqual(2)
  },
)

it('reads a document of another hand, in a font that has no table', async () => {
  const document = await PDFDocument.create()
  document.setTitle('Lasku Testi Ostaja')
  const page = document.addPage()
  page.drawText('Maija (Mallinen) \\ testi@koti.example', { font: await document.embedFont(StandardFonts.Helvetica) })
  const text = await textOfPdf(await document.save())
  expect(text).toContain('Maija (Mallinen) \\ testi@koti.example')
  expect(text).toContain('Testi Ostaja')
})

it('refuses what is no document', async () => {
  await expect(textOfPdf(Buffer.from('no document'))).rejects.toThrow()
})
