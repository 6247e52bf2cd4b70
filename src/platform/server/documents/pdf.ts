import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { PdfAssets } from '#platform/pdf/frame.ts'
import type { PdfPage as Page, PdfOptions } from '#platform/pdf/layout.ts'

/** A page layout whose document ends as a buffer. */
export interface PdfPage extends Omit<Page, 'finish'> {
  /** Numbers the pages and closes the document. */
  finish(): Promise<Buffer>
}

const require = createRequire(import.meta.url)
const fontFile = (name: string) => require.resolve(`@expo-google-fonts/figtree/${name}/Figtree_${name}.ttf`)

/** What draws, loaded for the first document. */
async function loadParts() {
  const { layOutPdf } = await import('#platform/pdf/layout.ts')
  const { openFont } = await import('./fonts.ts')
  const assets: PdfAssets = {
    fonts: {
      text: openFont(fontFile('400Regular')),
      medium: openFont(fontFile('500Medium')),
      semi: openFont(fontFile('600SemiBold')),
      bold: openFont(fontFile('700Bold')),
    },
    wordmark: readFileSync(new URL('../../web/brand/wordmark.svg', import.meta.url), 'utf8'),
  }
  return { layOutPdf, assets }
}

let parts: ReturnType<typeof loadParts> | null = null

/** Opens a tagged A4 document with the brand's header and page numbers. The same input gives the same bytes. */
export async function createPdf(options: PdfOptions): Promise<PdfPage> {
  parts ??= loadParts()
  const { layOutPdf, assets } = await parts
  const page = layOutPdf(options, assets)
  return {
    ...page,
    finish: async () => Buffer.from((await page.finish()).buffer),
  }
}
