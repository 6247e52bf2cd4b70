import { startTexts } from '#platform/web/words/i18n.ts'
import type { TextTree } from '#platform/web/words/translate.ts'

/**
 * Draws what follows in Finnish, with these namespaces alone.
 * @param texts the texts of each namespace by its name
 */
export const speakFinnish = (texts: Readonly<Record<string, TextTree>>) => {
  const load = async () => ({ default: texts })
  return startTexts({ fi: load, en: load, sv: load }, 'fi')
}
