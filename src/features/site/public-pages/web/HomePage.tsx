import type home from '../texts/pages/home/fi.json'
import { Drawing, type DrawingName } from './Drawing.tsx'
import { ExampleBar } from './ExampleBar.tsx'
import { Icon } from './Icon.tsx'
import { hrefOf, type Site, set } from './site.ts'
import { Text } from './Text.tsx'

export type HomeCopy = typeof home

interface Part {
  site: Site
  copy: HomeCopy
}

function Hero({ site, copy }: Part) {
  return (
    <section className="hero line">
      <div className="wrap hg">
        <div className="ht">
          <h1>{copy.heading}</h1>
          <p className="lead">{copy.lead}</p>
          <p className="cta">
            <a className="btn btn-p lg" href={hrefOf(site, '/laskuri')}>
              {copy.calculate} <Icon name="arrow" />
            </a>
            <a className="btn btn-s lg" href={hrefOf(site, '/tyonantajalle')}>
              {copy.offer}
            </a>
          </p>
        </div>
        <Drawing name="bicycle" className="hb" />
      </div>
    </section>
  )
}

function Example({ site, copy: { example } }: Part) {
  const { values } = site
  return (
    <section className="ground" data-mantine-color-scheme="dark" aria-labelledby="esimerkki">
      <div className="wrap gg">
        <div>
          <h2 id="esimerkki">{set(example.heading, values)}</h2>
          <p className="key">
            <span className="fig">{values.instalmentRound}</span>
            <span>
              {example.perMonth}
              <br />
              {set(example.months, values)}
            </span>
          </p>
        </div>
        <div>
          <ExampleBar financed />
          <dl className="leg">
            <div>
              <dt>{example.bike}</dt>
              <dd>{values.examplePrice}</dd>
            </div>
            <div>
              <dt>{example.service}</dt>
              <dd>{values.exampleService}</dd>
            </div>
            <div>
              <dt>{example.financing}</dt>
              <dd>{values.exampleFinancing}</dd>
            </div>
          </dl>
          <p className="tot">
            <span>{example.total}</span>
            <b className="n">{values.exampleTotal}</b>
          </p>
        </div>
      </div>
    </section>
  )
}

function Row({ term, hint, sum }: { term: string; hint?: string; sum: string | undefined }) {
  return (
    <div>
      <dt>
        {term}
        {hint ? <small>{hint}</small> : null}
      </dt>
      <dd>{sum}</dd>
    </div>
  )
}

function Comparison({ site, copy: { comparison } }: Part) {
  const { values } = site
  return (
    <section className="wrap sec two" aria-labelledby="hinta">
      <div>
        <h2 id="hinta">{comparison.heading}</h2>
        <p className="lead">{comparison.lead}</p>
        <a href={hrefOf(site, '/laskuri')}>{comparison.link}</a>
      </div>
      <div className="cmp">
        <div>
          <p>
            <b>__BRAND_NAME__</b>
            <b className="n">{values.exampleTotal}</b>
          </p>
          <ExampleBar financed />
        </div>
        <div>
          <p>
            <b>{comparison.own}</b>
            <b className="n">{values.exampleSelf}</b>
          </p>
          <ExampleBar financed={false} />
        </div>
        <dl className="rows">
          <Row
            term={set(comparison.instalments, values)}
            hint={comparison.instalmentsHint}
            sum={values.exampleInstalments}
          />
          <Row term={comparison.residual} hint={set(comparison.residualHint, values)} sum={values.exampleResidual} />
          <Row term={comparison.tax} hint={comparison.taxHint} sum={values.zero} />
          <div className="sum">
            <dt>{comparison.difference}</dt>
            <dd>{values.exampleDifference}</dd>
          </div>
        </dl>
        <p className="sm t2">{set(comparison.note, values)}</p>
      </div>
    </section>
  )
}

const lanes: readonly { who: 'employee' | 'employer' | 'store'; drawing: DrawingName }[] = [
  { who: 'employee', drawing: 'helmet' },
  { who: 'employer', drawing: 'signing' },
  { who: 'store', drawing: 'store' },
]

function Flow({ copy: { flow } }: Part) {
  return (
    <section className="flow" aria-labelledby="vaiheet">
      <div className="wrap">
        <h2 id="vaiheet">{flow.heading}</h2>
        <p className="lead">{flow.lead}</p>
        <div className="lh" aria-hidden="true">
          <span />
          {lanes.map(({ who, drawing }) => (
            <div key={who}>
              <Drawing name={drawing} />
              <p className="h3">{flow[who]}</p>
            </div>
          ))}
        </div>
        <ol className="lanes">
          {flow.steps.map((step, index) => (
            <li key={JSON.stringify(step)}>
              <span className="no fig" aria-hidden="true">
                {index + 1}
              </span>
              {lanes.map(({ who }) =>
                step[who] ? (
                  <p key={who}>
                    <b>{flow[who]}</b>
                    {step[who]}
                  </p>
                ) : (
                  <span key={who} className="gap" />
                ),
              )}
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

function Tax({ site, copy: { tax } }: Part) {
  return (
    <section className="wrap sec" id="vero" aria-labelledby="verot">
      <div className="two top">
        <h2 id="verot">{tax.heading}</h2>
        <p className="lead">
          <Text site={site}>{tax.lead}</Text>
        </p>
      </div>
      <ol className="tax">
        {tax.regimes.map(({ when, heading, text }, index) => (
          <li key={when} className={index === tax.regimes.length - 1 ? 'now' : undefined}>
            <p className="fig d">{when}</p>
            <h3>{heading}</h3>
            <p>{set(text, site.values)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The home page: the price first, then the comparison, who does what, and the tax. */
export function HomePage(part: Part) {
  return (
    <>
      <Hero {...part} />
      <Example {...part} />
      <Comparison {...part} />
      <Flow {...part} />
      <Tax {...part} />
    </>
  )
}
