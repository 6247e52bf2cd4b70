import textFont from '@expo-google-fonts/figtree/400Regular/Figtree_400Regular.ttf?url'
import mediumFont from '@expo-google-fonts/figtree/500Medium/Figtree_500Medium.ttf?url'
import semiFont from '@expo-google-fonts/figtree/600SemiBold/Figtree_600SemiBold.ttf?url'
import boldFont from '@expo-google-fonts/figtree/700Bold/Figtree_700Bold.ttf?url'
import type { PdfAssets } from '#platform/pdf/frame.ts'
import type { Brand } from '#platform/values/brand.ts'
import { saveFile } from '#platform/web/api/save-file.ts'
import wordmark from '#platform/web/brand/wordmark.svg?raw'
import { type PaperFacts, renderCalculationPdf } from './document.ts'

async function fetched(address: string): Promise<Response> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
  return answer
}

async function assets(): Promise<PdfAssets> {
  const bytes = async (address: string) => (await fetched(address)).arrayBuffer()
  const [text, medium, semi, bold] = await Promise.all([textFont, mediumFont, semiFont, boldFont].map(bytes))
  if (!text || !medium || !semi || !bold) throw new Error('A font is missing')
  return { fonts: { text, medium, semi, bold }, wordmark }
}

/**
 * Makes the document in the browser, so that the figures never leave it, and saves it.
 * @throws when the fonts or the brand cannot be had
 */
export async function downloadPdf(facts: Omit<PaperFacts, 'brand' | 'at'>): Promise<void> {
  const [drawn, brand] = await Promise.all([assets(), fetched('/api/brand').then((answer) => answer.json())])
  const bytes = await renderCalculationPdf({ ...facts, brand: brand as Brand, at: new Date() }, drawn)
  saveFile(new Blob([bytes], { type: 'application/pdf' }), `${facts.copy.pdf.fileName}.pdf`)
}
