import { formatEuros } from '#platform/values/money.ts'
import type { Language } from '../../pages.ts'
import type { Basis } from './basis.ts'
import { type CalculatorCopy, fill } from './calculator-texts.ts'
import { bikeFields, type Compared, comparisonOf } from './compared.ts'
import { TextField } from './Fields.tsx'
import { limitOf } from './InputForm.tsx'
import { fieldNames, type Inputs, moneyOf } from './inputs.ts'
import { refusalText } from './refusal-text.ts'

interface Props {
  inputs: Inputs
  change: (changed: Partial<Inputs>) => void
  basis: Basis | null
  year: number
  copy: CalculatorCopy
  language: Language
}

const nameOf = (inputs: Inputs, at: number, { compare }: CalculatorCopy) =>
  inputs[bikeFields[at]!.name].trim() || fill(compare.bike, { number: at + 1 })

/** The fields of one bicycle beside the first, whose price stands in the form. */
function BikeFieldset({ inputs, change, copy, basis, language, at }: Props & { at: number }) {
  const { form, errors, compare } = copy
  const { name, price, accessories } = bikeFields[at]!
  const wrong = (field: 'price2' | 'accessories2' | 'price3' | 'accessories3' | 'price' | 'accessories') =>
    moneyOf(inputs[field]) === null ? errors.money : undefined
  const own = { ...inputs, price: inputs[price], accessories: inputs[accessories] }
  const limit = limitOf({ inputs: own, copy, language, basis })
  return (
    <fieldset>
      <legend>{fill(compare.bike, { number: at + 1 })}</legend>
      <TextField
        id={fieldNames[name]}
        label={compare.name}
        numeric={false}
        value={inputs[name]}
        onChange={(value) => change({ [name]: value.slice(0, 40) })}
      />
      {at === 0 ? null : (
        <>
          <TextField
            id={fieldNames[price]}
            label={form.price}
            unit={form.euro}
            value={inputs[price]}
            error={wrong(price) ?? limit?.refused}
            {...(limit ? { hint: limit.hint } : {})}
            onChange={(value) => change({ [price]: value })}
          />
          <TextField
            id={fieldNames[accessories]}
            label={form.accessories}
            unit={form.euro}
            value={inputs[accessories]}
            error={wrong(accessories)}
            onChange={(value) => change({ [accessories]: value })}
          />
        </>
      )}
    </fieldset>
  )
}

type Right = Extract<Compared, { problem: null }>

/** The figures of the bicycles, a row for each and a column for every bicycle. */
function rowsOf({ compare }: CalculatorCopy, language: Language, inputs: Inputs, bikes: readonly Compared[]) {
  const money = (cents: number) => formatEuros(cents, language)
  const netOf = ({ benefit }: Right) => benefit.byModel[inputs.model].netPerMonthCents
  const rows: [string, (bike: Right) => string][] = [
    [compare.price, ({ priceCents }) => money(priceCents)],
    [compare.months, ({ benefit }) => fill(compare.monthsValue, { months: benefit.leaseTimeMonths })],
    [compare.gross, ({ benefit }) => money(benefit.instalmentCents)],
    [compare.net, (bike) => money(netOf(bike))],
    [compare.residual, ({ benefit }) => money(benefit.residualCents)],
    [compare.total, ({ benefit }) => money(benefit.totalToOwnCents)],
    [compare.most, ({ benefit }) => money(benefit.worstCaseTotalCents)],
  ]
  const right = bikes.filter((bike): bike is Right => bike.problem === null)
  if (right.some(({ benefit }) => benefit.parts.excessCents > 0))
    rows.splice(1, 0, [compare.excess, ({ benefit }) => money(benefit.parts.excessCents)])
  return rows
}

function Table(props: Props & { basis: Basis }) {
  const { inputs, basis, year, copy, language } = props
  const { compare, errors } = copy
  const bikes = comparisonOf(inputs, basis, year)
  const problemOf = (bike: Compared) => {
    if (bike.problem === 'TYPED') return errors.other
    if (bike.problem === 'OVER_LIMIT') return compare.overLimit
    return bike.problem === 'REFUSED' ? refusalText(bike.refusal, copy, language, basis) : null
  }
  return (
    <table className={bikes.length === 3 ? 'compared three' : 'compared'} aria-live="polite">
      <caption className="vh">{compare.heading}</caption>
      <thead>
        <tr>
          <td />
          {bikes.map((_, at) => (
            <th key={bikeFields[at]!.name} scope="col">
              {nameOf(inputs, at, copy)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rowsOf(copy, language, inputs, bikes).map(([term, figureOf], row) => (
          <tr key={term}>
            <th scope="row">{term}</th>
            {bikes.map((bike, at) => (
              <td key={bikeFields[at]!.name} className={bike.problem === null ? 'n' : undefined}>
                {bike.problem === null ? figureOf(bike) : row === 0 ? problemOf(bike) : '–'}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Two or three bicycles side by side, each within the employer's limit; the address keeps them. */
export function Compare(props: Props) {
  const { inputs, change, basis, copy } = props
  const { compare } = copy
  const count = Number(inputs.compare)
  const add = () => {
    const next = bikeFields[Math.max(count, 1)]!
    change({
      compare: count === 2 ? '3' : '2',
      [next.price]: inputs[next.price] || inputs.price,
      [next.accessories]: inputs[next.accessories] || inputs.accessories,
    })
  }
  return (
    <section className="card compare" aria-labelledby="vertailu">
      <h2 id="vertailu">{compare.heading}</h2>
      {count === 0 ? <p className="sm t2">{compare.lead}</p> : null}
      {count > 0 ? (
        <div className="compare-in">
          {bikeFields.slice(0, count).map(({ name }, at) => (
            <BikeFieldset key={name} {...props} at={at} />
          ))}
        </div>
      ) : null}
      {count > 0 && basis ? <Table {...props} basis={basis} /> : null}
      <div className="acts">
        {count < bikeFields.length ? (
          <button type="button" className="btn btn-g" onClick={add}>
            {count === 0 ? compare.begin : compare.add}
          </button>
        ) : null}
        {count > 0 ? (
          <button type="button" className="btn btn-g" onClick={() => change({ compare: count === 3 ? '2' : '' })}>
            {count === 3 ? compare.remove : compare.end}
          </button>
        ) : null}
      </div>
    </section>
  )
}
