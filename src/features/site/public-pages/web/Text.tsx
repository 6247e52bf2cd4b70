import type { ReactNode } from 'react'
import { hrefOf, type Site, set } from './site.ts'

const marks = /\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)]+)\)/g

/** A text with `**bold**` and `[links](/address)`, filled and set for the site. */
export function Text({ site, children }: { site: Site; children: string }) {
  const text = set(children, site.values)
  const parts: ReactNode[] = []
  let from = 0
  for (const match of text.matchAll(marks)) {
    const [whole, bold, label, to] = match
    if (match.index > from) parts.push(text.slice(from, match.index))
    parts.push(
      bold ? (
        <b key={match.index}>{bold}</b>
      ) : (
        <a key={match.index} href={hrefOf(site, to ?? '')}>
          {label}
        </a>
      ),
    )
    from = match.index + whole.length
  }
  if (from < text.length) parts.push(text.slice(from))
  return <>{parts}</>
}
