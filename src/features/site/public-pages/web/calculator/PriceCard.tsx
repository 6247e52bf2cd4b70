import type { BenefitModel } from '#features/pricing/tax/rules/benefit-models.ts'
import type { BikeBenefit } from '#features/site/calculator/rules.ts'
import { formatEuros } from '#platform/values/money.ts'
import type { Language } from '../../pages.ts'
import { Icon } from '../Icon.tsx'
import { type CalculatorCopy, fill } from './calculator-texts.ts'

export interface ResultProps {
  benefit: BikeBenefit
  model: BenefitModel
  copy: CalculatorCopy
  language: Language
}

interface RowProps {
  swatch?: string
  term: string
  hint?: string
  cents: number
  language: Language
}

function Row({ swatch, term, hint, cents, language }: RowProps) {
  return (
    <div>
      <dt>
        {swatch ? <span className={`sw ${swatch}`} /> : null}
        {term}
        {hint ? <small>{hint}</small> : null}
      </dt>
      <dd>{formatEuros(cents, language)}</dd>
    </div>
  )
}

function KeyFigure({ benefit, model, copy: { result }, language }: ResultProps) {
  const { netPerMonthCents } = benefit.byModel[model]
  return (
    <div className="kh">
      <div>
        <h2 className="kl">{netPerMonthCents < 0 ? result.netRises : result.netFalls}</h2>
        <p className="fig kf" aria-live="polite">
          {formatEuros(Math.abs(netPerMonthCents), language)}
          <small>{result.perMonth}</small>
        </p>
      </div>
      <p className="term">
        <b className="fig">{benefit.leaseTimeMonths}</b> {result.months}
        <br />
        <span className="muted">
          {fill(result.last, {
            instalment: formatEuros(benefit.instalmentCents, language),
            last: formatEuros(benefit.lastInstalmentCents, language),
          })}
        </span>
      </p>
    </div>
  )
}

/** The parts of the price in proportion; what may come on top is hatched. */
function Bar({ benefit: { parts, possibleTax } }: Pick<ResultProps, 'benefit'>) {
  return (
    <div className="stack" aria-hidden="true">
      <span className="c1" style={{ flex: parts.bikeCents }} />
      {parts.excessCents > 0 ? <span className="c2" style={{ flex: parts.excessCents }} /> : null}
      <span className="c4" style={{ flex: parts.serviceCents }} />
      <span className="c3" style={{ flex: parts.financingCents }} />
      {parts.taxCents > 0 ? <span className="c5" style={{ flex: parts.taxCents }} /> : null}
      {possibleTax.taxCents > 0 ? <span className="hatch" style={{ flex: possibleTax.taxCents }} /> : null}
    </div>
  )
}

function Rows({ benefit, copy: { result }, language }: ResultProps) {
  const { parts } = benefit
  const money = (cents: number) => formatEuros(cents, language)
  const share = benefit.leaseTimeMonths > 0 ? Math.round(parts.serviceCents / benefit.leaseTimeMonths) : 0
  return (
    <dl className="rows">
      <Row
        swatch="c1"
        term={result.bike}
        hint={fill(result.bikeHint, { residual: money(benefit.residualCents) })}
        cents={parts.bikeCents}
        language={language}
      />
      {parts.excessCents > 0 ? (
        <Row swatch="c2" term={result.excess} hint={result.excessHint} cents={parts.excessCents} language={language} />
      ) : null}
      <Row
        swatch="c4"
        term={result.service}
        hint={fill(result.serviceHint, { share: money(share) })}
        cents={parts.serviceCents}
        language={language}
      />
      <Row swatch="c3" term={result.financing} cents={parts.financingCents} language={language} />
      {parts.employerCents < 0 ? (
        <Row term={result.employerPays} cents={parts.employerCents} language={language} />
      ) : null}
      {parts.taxCents < 0 ? (
        <Row term={result.savedTax} hint={result.savedTaxHint} cents={parts.taxCents} language={language} />
      ) : (
        <Row
          {...(parts.taxCents > 0 ? { swatch: 'c5' } : { hint: result.extraTaxHint })}
          term={result.extraTax}
          cents={parts.taxCents}
          language={language}
        />
      )}
      <div className="sum">
        <dt>{result.total}</dt>
        <dd>{money(benefit.totalToOwnCents)}</dd>
      </div>
    </dl>
  )
}

function PossibleTax({ benefit: { possibleTax, worstCaseTotalCents }, copy: { result }, language }: ResultProps) {
  const money = (cents: number) => formatEuros(cents, language)
  return (
    <div className="bw">
      <p>
        <b>{result.possible}</b>
        <span className="n">{fill(result.possibleRange, { most: money(possibleTax.taxCents) })}</span>
      </p>
      {possibleTax.taxCents > 0 ? (
        <p>
          <b>{result.worstCase}</b>
          <span className="n">{money(worstCaseTotalCents)}</span>
        </p>
      ) : null}
      <p className="sm t2">
        <span className="sw hatch" />
        {fill(result.possibleText, { fairValue: money(possibleTax.fairValueCents) })}
      </p>
    </div>
  )
}

/** The all-in price: what falls from the net pay, what it consists of, what may come on top. */
export function PriceCard(props: ResultProps & { orderHref: string }) {
  const { benefit, copy } = props
  return (
    <div className="card main">
      <KeyFigure {...props} />
      <Bar benefit={benefit} />
      <Rows {...props} />
      <PossibleTax {...props} />
      <p className="sm t2 regime">{copy.result.regimes[benefit.regimeInMonth]}</p>
      {benefit.isRefused ? (
        <p className="note warn">
          <Icon name="alert" />
          <span>{copy.compare.overLimit}</span>
        </p>
      ) : (
        <a className="btn btn-p full" href={props.orderHref}>
          {copy.result.next} <Icon name="arrow" />
        </a>
      )}
    </div>
  )
}
