/** The shape of a page's copy in `texts/pages/<page>/<language>.json`; the words are data, the layout is not. */

export type Block =
  | string
  | { subheading: string }
  | { list: string[] }
  /** Sentences that stand only when the owner's file says so, by the name that `fillPage` knows. */
  | { told: { when: string; text: string }[] }
  | { steps: { title: string; text: string }[] }
  | { facts: { term: string; value: string }[] }
  | { note: string; tone?: string }
  /** `figures`: from which column on the cells are figures, set right and tabular on a band of their own. */
  | { table: { caption: string; head: string[]; rows: string[][]; figures?: number } }
  /** Stations of a way, in their order. */
  | { path: string[] }
  /** The example's price as two bars: leased, and bought by oneself. */
  | { price: { bike: string; service: string; financing: string; self: string } }
  /** The example's buy-out price as it falls, from year to year. */
  | { buyOut: { start: string; after: string; end: string } }
  | { questions: { question: string; answer: string[] }[] }
  | { action: { label: string; to: string }[] }

export interface Section {
  id: string
  heading: string
  blocks: Block[]
}

export interface PageCopy {
  title: string
  description: string
  heading: string
  lead: string
  /** Key figures under the heading; a page may have none. */
  figures?: { value: string; text: string }[]
  actions?: { label: string; to: string }[]
  sections: Section[]
}

/** All questions and answers of a page, for structured data. */
export function questionsOf(copy: PageCopy): { question: string; answer: string[] }[] {
  return copy.sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (typeof block === 'object' && 'questions' in block ? block.questions : [])),
  )
}
