import type { HistoryItem } from './history-lines.ts'
import { useSentence } from './use-sentence.ts'

/** What a step of a process did, in one sentence. */
export function StepSentence({ item }: { item: HistoryItem }) {
  const textOf = useSentence()
  return <p className="sm t2">{textOf(item)}</p>
}
