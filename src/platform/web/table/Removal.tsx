import type { ReactNode } from 'react'
import { AskFirst } from '../dialogs/AskFirst.tsx'

interface Props {
  /** The button that asks: "Poista liike". */
  ask: string
  /** The question, with the object's name. */
  title: string
  /** What goes with it and what stays. */
  text: ReactNode
  /** Names the act; `ask` where it is left out. */
  confirm?: string
  remove: () => Promise<unknown>
}

/** Removes a thing after a question that names it. */
export function Removal({ ask, title, text, confirm = ask, remove }: Props) {
  return (
    <div>
      <AskFirst
        act={ask}
        title={title}
        text={text}
        confirm={confirm}
        run={remove}
        look={{ variant: 'subtle', color: 'red' }}
        destroys
      />
    </div>
  )
}
