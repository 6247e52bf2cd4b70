import { execFileSync } from 'node:child_process'
import { findProgram } from '#testing/runs/programs.ts'

const pdftotext = findProgram('pdftotext')
if (process.env.CI && !pdftotext) throw new Error('Install poppler-utils: a build server leaves no test out.')

/** The words of a PDF, one space between them; null where nothing can read it. */
export function wordsOfPdf(pdf: Buffer): string | null {
  if (!pdftotext) return null
  return execFileSync(pdftotext, ['-layout', '-', '-'], { input: pdf }).toString('utf8').replace(/\s+/gu, ' ')
}

/** Which of some words a PDF lacks; none where nothing can read it. */
export function missingInPdf(pdf: Buffer, wanted: readonly string[]): string[] {
  const words = wordsOfPdf(pdf)
  return words === null ? [] : wanted.filter((one) => !words.includes(one))
}
