import { wordsOf } from '#features/ground/documents/server/document-words.ts'
import type { LanguageCode } from '#platform/contract/contract.ts'
import { pageUrl } from '#platform/contract/pages.ts'
import { pdfMargins } from '#platform/pdf/frame.ts'
import { createPdf, type PdfPage } from '#platform/server/documents/pdf.ts'
import { qrCodeOf } from '#platform/server/documents/qr-code.ts'
import { FileAnswer, type Services } from '#platform/server/http/context.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import type { StoreRow } from './queries.ts'

/** The side of the code in points, 110 mm: it is read from two metres away. */
const CODE_SIDE = 312

/** Draws a QR code in the middle of the page, on white with the quiet zone that readers ask for. */
function drawCode(page: PdfPage, address: string, alt: string) {
  const { doc } = page.structure
  const { size, path } = qrCodeOf(address)
  const y = doc.y
  page.structure.put(
    'Figure',
    () => {
      doc.save()
      doc.translate(pdfMargins.left + (page.width - CODE_SIDE) / 2, y)
      doc.rect(0, 0, CODE_SIDE, CODE_SIDE).fill('#ffffff')
      doc.scale(CODE_SIDE / (size + 8))
      doc.translate(4, 4)
      doc.path(path).fill('#000000')
      doc.restore()
    },
    { alt },
  )
  doc.y = y + CODE_SIDE
}

/**
 * A page for the wall of a store. Its code leads to /mybike with the store chosen and grants nothing: who reads it
 * signs in as ever.
 */
export async function posterOf(services: Services, store: StoreRow, language: LanguageCode): Promise<FileAnswer> {
  const { texts, brand, env, config } = services
  const base = { texts, brand, language, at: env.now(), day: helsinkiDay(env.now()) }
  const { t } = wordsOf(base, 'bike-stores')
  const page = await createPdf({ ...base, title: `${t('pdf.poster.title')} – ${store.name}`, headline: store.name })
  page.title(t('pdf.poster.title'))
  page.paragraph(t('pdf.poster.lead', { store: store.name }))
  page.space(24)
  const address = config.origin + pageUrl('myBike', {}, { liike: store.id })
  drawCode(page, address, t('pdf.poster.code', { store: store.name }))
  page.space(24)
  page.paragraph(t('pdf.poster.how'))
  page.paragraph(t('pdf.poster.none', { address: config.origin }), { soft: true })
  return new FileAnswer({
    content: await page.finish(),
    contentType: 'application/pdf',
    name: `${t('pdf.poster.title')}.pdf`,
    inline: true,
  })
}
