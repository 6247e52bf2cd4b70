import { benefitModels } from '#features/pricing/tax/rules/benefit-models.ts'
import { formatEuros } from '#platform/values/money.ts'
import { fill } from './calculator-texts.ts'
import type { ResultProps } from './PriceCard.tsx'

function BuyYourself({ benefit, copy: { result }, language }: ResultProps) {
  const difference = benefit.totalToOwnCents - benefit.buyYourselfCents
  return (
    <div className="card vs">
      <h2>{result.self}</h2>
      <p className="fig">{formatEuros(benefit.buyYourselfCents, language)}</p>
      <p className="sm t2">
        {fill(difference >= 0 ? result.selfDearer : result.selfCheaper, {
          months: benefit.leaseTimeMonths,
          difference: formatEuros(Math.abs(difference), language),
        })}
      </p>
    </div>
  )
}

function EmployerCost({ benefit, model, copy: { form, result }, language }: ResultProps) {
  const { employerPerMonthCents, employerTotalCents } = benefit.byModel[model]
  return (
    <div className="card emp">
      <h2>{result.employerCost}</h2>
      <p className="fig">
        {formatEuros(employerPerMonthCents, language)}
        <small>{result.perMonth}</small>
      </p>
      <p className="sm t2">
        {fill(result.employerCostText, {
          model: form.models[model],
          total: formatEuros(employerTotalCents, language),
        })}
      </p>
    </div>
  )
}

function Models({ benefit, model, copy: { form, result }, language }: ResultProps) {
  return (
    <div className="card">
      <h2>{result.models}</h2>
      <ul className="mods">
        {benefitModels.map((one) => {
          const { netPerMonthCents, totalToOwnCents, employerPerMonthCents } = benefit.byModel[one]
          const figures = [
            [result.modelNet, netPerMonthCents, result.perMonth],
            [result.modelTotal, totalToOwnCents, ''],
            [result.modelEmployer, employerPerMonthCents, result.perMonth],
          ] as const
          return (
            <li key={one} className={one === model ? 'on' : undefined}>
              <h3>
                {form.models[one]} {one === model ? <span className="tag">{result.modelNow}</span> : null}
              </h3>
              <dl>
                {figures.map(([term, cents, unit]) => (
                  <div key={term}>
                    <dt>{term}</dt>
                    <dd>
                      {formatEuros(cents, language)}
                      {unit}
                    </dd>
                  </div>
                ))}
              </dl>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** Beside the price: buying it oneself, what the employer pays, and the other models. */
export function Comparisons(props: ResultProps) {
  return (
    <>
      <div className="g2 w">
        <BuyYourself {...props} />
        <EmployerCost {...props} />
      </div>
      <Models {...props} />
    </>
  )
}
