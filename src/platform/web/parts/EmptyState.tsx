import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'
import { Illustration, type IllustrationName } from './Illustration.tsx'

interface Props {
  drawing?: IllustrationName
  /** One sentence that says why it is empty. */
  children: ReactNode
  /** The one act that helps. */
  act?: ReactNode
}

/** What stands where there is nothing yet: a drawing, one sentence, one act. */
export function EmptyState({ drawing = 'kypara', children, act }: Props) {
  return (
    <div className={styles.empty}>
      <Illustration name={drawing} />
      <p>{children}</p>
      {act}
    </div>
  )
}
