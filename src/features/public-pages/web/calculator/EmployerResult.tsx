import type { EmployerYear } from '#features/tax/rules/benefit-employer-cost.ts'
import { formatEuros } from '#platform/money.ts'
import type { Language } from '../../pages.ts'
import { Icon } from '../Icon.tsx'
import { type CalculatorCopy, fill } from './calculator-texts.ts'

interface Props {
  perBike: EmployerYear
  all: EmployerYear
  bikes: string
  copy: CalculatorCopy
  language: Language
  contactHref: string
}

const lines = [
  ['instalments', 'instalmentsCents'],
  ['adminFees', 'adminFeesCents'],
  ['contributions', 'contributionsCents'],
  ['lowerPay', 'lowerPayCents'],
  ['collected', 'collectedCents'],
  ['vat', 'vatCents'],
] as const

/** The change in an employer's cost in a year, line by line. */
export function EmployerResult({ perBike, all, bikes, copy: { employer }, language, contactHref }: Props) {
  const money = (cents: number) => formatEuros(cents, language)
  return (
    <div className="card main">
      <div className="kh">
        <div>
          <h2 className="kl">{employer.heading}</h2>
          <p className="fig kf">
            {money(all.totalCents)}
            <small>{employer.perYear}</small>
          </p>
        </div>
        <p className="term muted">{fill(employer.bikes, { bikes, perBike: money(perBike.totalCents) })}</p>
      </div>
      <dl className="rows">
        {lines
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
  )
}
