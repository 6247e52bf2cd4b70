import { expect, test } from 'vitest'
import { demoBrand } from '#platform/values/brand.ts'
import { createPdf } from './pdf.ts'

async function letter(words: string): Promise<Buffer> {
  const at = new Date('2026-03-02T10:00:00Z')
  const page = await createPdf({ title: 'Kirje', language: 'fi', brand: demoBrand, at, headline: 'K-1' })
  page.title('Kirje')
  page.paragraph(words)
  return await page.finish()
}

test('a document has the same bytes whatever was drawn before it', async () => {
  const words = 'Työsuhdepyörän AVAIN ja Te-Va: 1 234,50 €'
  const first = await letter(words)
  await letter('Työsuhdepyörän lukko, AVAIN ja To')
  expect((await letter(words)).equals(first)).toBe(true)
})
