declare module 'virtual:texts' {
  import type { TextSource } from '#platform/web/words/i18n.ts'

  /** The texts of what every page loads: the frame around the screens. */
  export const baseTexts: TextSource
  /** The sentences of all refusals, as the namespace `refusals`. */
  export const refusalTexts: TextSource
}
