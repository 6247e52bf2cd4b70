import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { PdfAssets } from '#platform/pdf/frame.ts'
import { layOutPdf, type PdfPage as Page, type PdfOptions } from '#platform/pdf/layout.ts'
import { openFont } from './fonts.ts'

/** A page layout whose document ends as a buffer. */
export interface PdfPage extends Omit<Page, 'finish'> {
  /** Numbers the pages and closes the document. */
  finish(): Promise<Buffer>
}

const require = createRequire(import.meta.url)
const fontFile = (name: string) => require.resolve(`@expo-google-fonts/figtree/${name}/Figtree_${name}.ttf`)

let assets: PdfAssets | null = null

function ownAssets(): PdfAssets {
  assets ??= {
    fonts: {
      text: openFont(fontFile('400Regular')),
      medium: openFont(fontFile('500Medium')),
      semi: openFont(fontFile('600SemiBold')),
      bold: openFont(fontFile('700Bold')),
    },
    wordmark: readFileSync(new URL('../../web/brand/wordmark.svg', import.meta.url), 'utf8'),
  }
  return assets
}

/** Opens a tagged A4 document with the brand's header and page numbers. The same input gives the same bytes. */
export function createPdf(options: PdfOptions): PdfPage {
  const page = layOutPdf(options, ownAssets())
  return {
    ...page,
    finish: async () => Buffer.from((await page.finish()).buffer),
  }
}
