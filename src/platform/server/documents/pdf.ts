import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { PdfFont } from 'fontkit'
import { fail } from '#platform/contract/errors.ts'
import type { PdfAssets, PdfFace } from '#platform/pdf/frame.ts'
import type { PdfPage as Page, PdfOptions } from '#platform/pdf/layout.ts'

/** A page layout whose document ends as a buffer. */
export interface PdfPage extends Omit<Page, 'finish'> {
  /**
   * Numbers the pages and closes the document.
   * @throws LETTERS_NOT_PRINTABLE where a letter or digit is in none of our fonts, so that it is neither sealed nor sent
   */
  finish(): Promise<Buffer>
}

const require = createRequire(import.meta.url)
const weights: Readonly<Record<PdfFace, string>> = {
  text: '400Regular',
  medium: '500Medium',
  semi: '600SemiBold',
  bold: '700Bold',
}
const fontFile = (family: string, file: string, weight: string) =>
  require.resolve(`@expo-google-fonts/${family}/${weight}/${file}_${weight}.ttf`)

/** Fonts for letters that the brand's font lacks, in the order in which they are asked. */
const scriptFiles: Readonly<Record<string, (face: PdfFace) => string>> = {
  /** Latin with all accents, Cyrillic and Greek. */
  european: (face) => fontFile('noto-sans', 'NotoSans', weights[face]),
  /** Noto's Arabic draws letters and their dots apart, and what is copied then lacks the dots. */
  arabic: (face) => fontFile('ibm-plex-sans-arabic', 'IBMPlexSansArabic', weights[face]),
  hebrew: (face) => fontFile('noto-sans-hebrew', 'NotoSansHebrew', weights[face]),
  /** Chinese and Japanese in one weight: 1.6 MB of a package of 76 MB. */
  han: () => fileURLToPath(new URL('./han/noto-sans-sc-400.woff', import.meta.url)),
}

/** What draws, loaded for the first document. */
async function loadParts() {
  const { layOutPdf } = await import('#platform/pdf/layout.ts')
  const { openFont } = await import('./fonts.ts')
  const { createScripts } = await import('./scripts.ts')
  const open = (face: PdfFace) => openFont(fontFile('figtree', 'Figtree', weights[face]))
  const fonts = { text: open('text'), medium: open('medium'), semi: open('semi'), bold: open('bold') }
  const opened = new Map<string, PdfFont>()
  const openScript = (name: string, face: PdfFace) => {
    const file = scriptFiles[name]!(face)
    const font = opened.get(file) ?? openFont(file)
    opened.set(file, font)
    return font
  }
  const teachLetters = createScripts({ brand: fonts.text, names: Object.keys(scriptFiles), open: openScript })
  const assets: PdfAssets = {
    fonts,
    wordmark: readFileSync(new URL('../../web/brand/wordmark.svg', import.meta.url), 'utf8'),
  }
  return { layOutPdf, assets, teachLetters }
}

let parts: ReturnType<typeof loadParts> | null = null

/** Opens a tagged A4 document with the brand's header and page numbers. The same input gives the same bytes. */
export async function createPdf(options: PdfOptions): Promise<PdfPage> {
  parts ??= loadParts()
  const { layOutPdf, assets, teachLetters } = await parts
  let unknown: ReadonlySet<string> = new Set()
  const page = layOutPdf(options, {
    ...assets,
    isArchival: true,
    teachLetters: (doc) => {
      unknown = teachLetters(doc)
    },
  })
  return {
    ...page,
    async finish() {
      const { buffer } = await page.finish()
      if (unknown.size > 0) fail('LETTERS_NOT_PRINTABLE', { details: { letters: [...unknown] } })
      return Buffer.from(buffer)
    },
  }
}
