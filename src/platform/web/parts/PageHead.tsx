import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { useBrand } from '#platform/web/shell/brand.ts'
import styles from './PageHead.module.css'

interface Props {
  /** The situation in words: "Viisi hakemusta odottaa päätöstäsi". */
  title: string
  /** What the page is about, above the heading. */
  above?: ReactNode
  /** One or two sentences below. */
  lead?: ReactNode
  /** Acts and facts at the right. */
  aside?: ReactNode
  /** The browser tab's text where the heading is too long. */
  tabTitle?: string
}

/** The head of a page; it also names the browser tab. */
export function PageHead({ title, above, lead, aside, tabTitle }: Props) {
  usePageTitle(tabTitle ?? title)
  return (
    <div className={styles.head}>
      <div>
        {above && <p className="t2">{above}</p>}
        <h1>{title}</h1>
        {lead && <p className={`lead ${styles.lead}`}>{lead}</p>}
      </div>
      {aside && <div className={styles.aside}>{aside}</div>}
    </div>
  )
}

/** Names the browser tab after the page and the brand. */
export function usePageTitle(title: string) {
  const { name } = useBrand()
  useEffect(() => {
    document.title = title ? `${title} – ${name}` : name
  }, [title, name])
}
