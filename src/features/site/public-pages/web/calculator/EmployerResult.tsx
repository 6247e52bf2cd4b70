import { type BenefitModel, benefitModels } from '#features/pricing/tax/rules/benefit-models.ts'
import { formatEuros } from '#platform/values/money.ts'
import type { Language } from '../../pages.ts'
import { Icon } from '../Icon.tsx'
import { type CalculatorCopy, fill } from './calculator-texts.ts'
import { employerLines } from './employer-lines.ts'
import type { Fleet } from './outcome.ts'

interface Props {
  fleet: Fleet
  model: BenefitModel
  bikes: string
  copy: CalculatorCopy
  language: Language
  contactHref: string
}

function FleetModels({ fleet, model, copy: { form, result, employer, pdf }, language }: Omit<Props, 'contactHref'>) {
  return (
    <div className="card">
      <h2>{employer.models}</h2>
      <ul className="mods">
        {benefitModels.map((one) => (
          <li key={one} className={one === model ? 'on' : undefined}>
            <h3>
              {form.models[one]} {one === model ? <span className="tag">{result.modelNow}</span> : null}
            </h3>
            <dl>
              <div>
                <dt>{pdf.perBike}</dt>
                <dd>{formatEuros(fleet.byModel[one].perBike.totalCents, language)}</dd>
              </div>
              <div>
                <dt>{pdf.allBikes}</dt>
                <dd>{formatEuros(fleet.byModel[one].all.totalCents, language)}</dd>
              </div>
            </dl>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The change in an employer's cost in a year, line by line, and beside it the other models. */
export function EmployerResult(props: Props) {
  const { fleet, model, bikes, copy, language, contactHref } = props
  const { employer } = copy
  const { perBike, all } = fleet.byModel[model]
  const money = (cents: number) => formatEuros(cents, language)
  return (
    <>
      <div className="card main">
        <div className="kh">
          <div>
            <h2 className="kl">{employer.heading}</h2>
            <p className="fig kf" aria-live="polite">
              {money(all.totalCents)}
              <small>{employer.perYear}</small>
            </p>
          </div>
          <p className="term muted">{fill(employer.bikes, { bikes, perBike: money(perBike.totalCents) })}</p>
        </div>
        <dl className="rows">
          {employerLines
            .filter(([, key]) => all[key] !== 0)
            .map(([name, key]) => (
              <div key={key}>
                <dt>{employer[name]}</dt>
                <dd>{money(all[key])}</dd>
              </div>
            ))}
          <div className="sum">
            <dt>{employer.total}</dt>
            <dd>{money(all.totalCents)}</dd>
          </div>
        </dl>
        <p className="bw sm t2">{employer.note}</p>
        <a className="btn btn-p full" href={contactHref}>
          {employer.next} <Icon name="arrow" />
        </a>
      </div>
      <FleetModels {...props} />
    </>
  )
}
