import type { Block, Section } from '../copy.ts'
import { Icon } from './Icon.tsx'
import { BuyOutPicture, PricePicture } from './Pictures.tsx'
import { hrefOf, type Site, set } from './site.ts'
import { Text } from './Text.tsx'

type Of<Key extends string> = Extract<Block, Record<Key, unknown>>

function Steps({ site, steps }: { site: Site } & Of<'steps'>) {
  return (
    <ol className="steps">
      {steps.map(({ title, text }) => (
        <li key={title}>
          <b>{set(title, site.values)}</b>
          <Text site={site}>{text}</Text>
        </li>
      ))}
    </ol>
  )
}

function Path({ site, path }: { site: Site } & Of<'path'>) {
  return (
    <ol className="path">
      {path.map((station) => (
        <li key={station}>{set(station, site.values)}</li>
      ))}
    </ol>
  )
}

function Table({ site, table: { caption, head, rows, figures = head.length } }: { site: Site } & Of<'table'>) {
  return (
    // Wide tables scroll inside their frame, which the keyboard must reach.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs focus to be scrolled by keys.
    <section className="tw" aria-label={set(caption, site.values)} tabIndex={0}>
      <table>
        <caption>{set(caption, site.values)}</caption>
        <thead>
          <tr>
            {head.map((cell, column) => (
              <th key={cell} scope="col" className={column >= figures ? 'band' : undefined}>
                {set(cell, site.values)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first = '', ...rest]) => (
            <tr key={first}>
              <th scope="row">{set(first, site.values)}</th>
              {rest.map((cell, column) => (
                <td
                  key={head[column + 1]}
                  data-label={set(head[column + 1] ?? '', site.values)}
                  className={column + 1 >= figures ? 'band n' : undefined}
                >
                  <Text site={site}>{cell}</Text>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Questions({ site, questions }: { site: Site } & Of<'questions'>) {
  return (
    <div className="faq">
      {questions.map(({ question, answer }) => (
        <details key={question}>
          <summary>
            {set(question, site.values)} <Icon name="down" />
          </summary>
          <div>
            {answer.map((text) => (
              <p key={text}>
                <Text site={site}>{text}</Text>
              </p>
            ))}
          </div>
        </details>
      ))}
    </div>
  )
}

function Told({ site, told }: { site: Site } & Of<'told'>) {
  return (
    <ul className="bul">
      {told.map(({ when, text }) => (
        <li key={when} data-when={when}>
          <Text site={site}>{text}</Text>
        </li>
      ))}
    </ul>
  )
}

function BlockView({ site, block }: { site: Site; block: Block }) {
  if (typeof block === 'string') {
    return (
      <p>
        <Text site={site}>{block}</Text>
      </p>
    )
  }
  if ('subheading' in block) return <h3>{set(block.subheading, site.values)}</h3>
  if ('steps' in block) return <Steps site={site} steps={block.steps} />
  if ('table' in block) return <Table site={site} table={block.table} />
  if ('path' in block) return <Path site={site} path={block.path} />
  if ('price' in block) return <PricePicture site={site} price={block.price} />
  if ('buyOut' in block) return <BuyOutPicture site={site} buyOut={block.buyOut} />
  if ('questions' in block) return <Questions site={site} questions={block.questions} />
  if ('action' in block) return <Actions site={site} actions={block.action} />
  if ('told' in block) return <Told site={site} told={block.told} />
  if ('list' in block) {
    return (
      <ul className="bul">
        {block.list.map((item) => (
          <li key={item}>
            <Text site={site}>{item}</Text>
          </li>
        ))}
      </ul>
    )
  }
  if ('facts' in block) {
    return (
      <dl className="facts">
        {block.facts.map(({ term, value }) => (
          <div key={term}>
            <dt>{set(term, site.values)}</dt>
            <dd>
              <Text site={site}>{value}</Text>
            </dd>
          </div>
        ))}
      </dl>
    )
  }
  return (
    <div className={`note ${block.tone ?? ''}`}>
      <Icon name={block.tone === 'warn' ? 'alert' : 'info'} />
      <p>
        <Text site={site}>{block.note}</Text>
      </p>
    </div>
  )
}

/** Links as buttons; the first is the page's one primary act when asked for. */
export function Actions({
  site,
  actions,
  primary,
}: {
  site: Site
  actions: { label: string; to: string }[]
  primary?: boolean
}) {
  return (
    <p className="cta">
      {actions.map(({ label, to }, index) => (
        <a key={to} className={`btn lg ${primary && index === 0 ? 'btn-p' : 'btn-s'}`} href={hrefOf(site, to)}>
          {set(label, site.values)} {primary && index === 0 ? <Icon name="arrow" /> : null}
        </a>
      ))}
    </p>
  )
}

/** A section of copy: its heading beside its text, or above it on a narrow screen. */
export function SectionView({ site, section }: { site: Site; section: Section }) {
  return (
    <section className="part" aria-labelledby={section.id}>
      <h2 id={section.id}>{set(section.heading, site.values)}</h2>
      <div className="body">
        {section.blocks.map((block) => (
          <BlockView key={JSON.stringify(block)} site={site} block={block} />
        ))}
      </div>
    </section>
  )
}
