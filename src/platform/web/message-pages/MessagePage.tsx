import type { ReactNode } from 'react'
import { Illustration, type IllustrationName } from '#platform/web/parts/Illustration.tsx'
import { usePageTitle } from '#platform/web/parts/PageHead.tsx'
import styles from './MessagePage.module.css'

interface Props {
  title: string
  /** Null where no drawing can be fetched. */
  drawing?: IllustrationName | null
  act?: ReactNode
  children?: ReactNode
}

/** A page that says one thing: not found, no rights, failed. */
export function MessagePage({ title, drawing = 'kypara', act, children }: Props) {
  usePageTitle(title)
  return (
    <div className={`wrap ${styles.page}`}>
      {drawing && <Illustration name={drawing} width={200} />}
      <h1>{title}</h1>
      <div className="lead">{children}</div>
      {act}
    </div>
  )
}
