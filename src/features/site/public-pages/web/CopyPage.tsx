import type { ReactNode } from 'react'
import type { PageCopy } from '../copy.ts'
import { Actions, SectionView } from './Blocks.tsx'
import { Drawing, type DrawingName } from './Drawing.tsx'
import { type Site, set } from './site.ts'
import { Text } from './Text.tsx'

interface Props {
  site: Site
  copy: PageCopy
  drawing: DrawingName
  /** Stands between the head and the sections, where a page has something of its own. */
  children?: ReactNode
}

function KeyFigures({ site, figures }: { site: Site; figures: NonNullable<PageCopy['figures']> }) {
  return (
    <div className="ground">
      <dl className="wrap figs">
        {figures.map(({ value, text }) => (
          <div key={text}>
            <dt className="fig">{set(value, site.values)}</dt>
            <dd>{set(text, site.values)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** A page with many sections begins with the way to each of them. */
const JUMPS_FROM = 5

function Jumps({ site, sections }: { site: Site; sections: PageCopy['sections'] }) {
  return (
    <nav className="jumps" aria-label={site.texts.onThisPage}>
      <ul>
        {sections.map(({ id, heading }) => (
          <li key={id}>
            <a href={`#${id}`}>{set(heading, site.values)}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** A page of text: heading, drawing on the road, key figures, sections. */
export function CopyPage({ site, copy, drawing, children }: Props) {
  return (
    <>
      <div className="line">
        <div className="wrap ph">
          <div>
            <h1>{set(copy.heading, site.values)}</h1>
            <p className="lead">
              <Text site={site}>{copy.lead}</Text>
            </p>
            {copy.actions ? <Actions site={site} actions={copy.actions} primary /> : null}
          </div>
          <Drawing name={drawing} className="art" />
        </div>
      </div>
      {copy.figures ? <KeyFigures site={site} figures={copy.figures} /> : null}
      <div className="wrap copy">
        {copy.sections.length >= JUMPS_FROM ? <Jumps site={site} sections={copy.sections} /> : null}
        {children}
        {copy.sections.map((section) => (
          <SectionView key={section.id} site={site} section={section} />
        ))}
      </div>
    </>
  )
}
