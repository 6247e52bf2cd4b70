/** The shape of a page's copy in `texts/pages/<page>/<language>.json`; the words are data, the layout is not. */

export type Block =
  | string
  | { subheading: string }
  | { list: string[] }
  | { steps: { title: string; text: string }[] }
  | { facts: { term: string; value: string }[] }
  | { note: string; tone?: string }
  | { table: { caption: string; head: string[]; rows: string[][] } }
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
