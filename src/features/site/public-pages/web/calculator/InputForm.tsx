import { useMemo } from 'react'
import { reachablePrices } from '#features/pricing/leasing/rules/reachable-prices.ts'
import { benefitModels } from '#features/pricing/tax/rules/benefit-models.ts'
import { formatEuros, parseEuroInput } from '#platform/values/money.ts'
import type { Language } from '../../pages.ts'
import { generalTerms } from '../../rules.ts'
import type { Basis } from './basis.ts'
import { type CalculatorCopy, fill } from './calculator-texts.ts'
import { SearchField, Segments, SelectField, TextField } from './Fields.tsx'
import { ageGroups, birthYears, CHILDREN_MAX, churches, errorsOf, type Inputs, moneyOf } from './inputs.ts'

export interface FormProps {
  inputs: Inputs
  change: (changed: Partial<Inputs>) => void
  copy: CalculatorCopy
  language: Language
  basis: Basis | null
  year: number
  /** What the rules refuse, said at the field that can mend it. */
  refused: Partial<Record<keyof Inputs, string>>
}

const SLIDER_STEP_EUROS = 10

function errorsAt({ inputs, copy, refused }: FormProps) {
  const errors = errorsOf(inputs)
  return (name: keyof Inputs) => {
    const error = errors[name]
    return error ? copy.errors[error] : refused[name]
  }
}

/** An amount as a field shows it: `2 790,00`, without the sign. */
function plainEuros(cents: number, language: Language): string {
  return formatEuros(cents, language)
    .replace(/[€\u00a0\s]/g, (sign) => (sign === '€' ? '' : ' '))
    .trim()
}

/** What the employer's limit says of the bicycle that is typed; undefined for whom no limit is known. */
export function limitOf({
  inputs,
  copy: { form },
  language,
  basis,
}: Pick<FormProps, 'inputs' | 'copy' | 'language' | 'basis'>) {
  if (basis?.maxPriceCents === undefined) return undefined
  const max = formatEuros(basis.maxPriceCents, language)
  const [price, accessories] = [moneyOf(inputs.price), moneyOf(inputs.accessories)]
  const above = (price ?? 0) + (accessories ?? 0) - basis.maxPriceCents
  if (above <= 0) return { hint: fill(form.limit, { max }) }
  const words = { max, above: formatEuros(above, language) }
  if (basis.excess === 'EMPLOYEE') return { hint: fill(form.limitPaid, words) }
  const refused = fill(form.limitRefused, words)
  return { hint: refused, refused }
}

function BikeFields(props: FormProps) {
  const { inputs, change, copy, language, basis } = props
  const { form } = copy
  const error = errorsAt(props)
  const cents = parseEuroInput(inputs.price) ?? 0
  const limit = limitOf(props)
  const limits = reachablePrices(basis?.terms ?? generalTerms) ?? { lowestCents: 500_00, highestCents: 4_500_00 }
  return (
    <fieldset>
      <legend>{form.bike}</legend>
      <div>
        <TextField
          id="hinta"
          label={form.price}
          unit={form.euro}
          value={inputs.price}
          error={error('price') ?? limit?.refused}
          {...(limit ? { hint: limit.hint } : {})}
          onChange={(price) => change({ price })}
        />
        <input
          className="range"
          type="range"
          aria-label={form.priceSlider}
          min={Math.ceil(limits.lowestCents / 100)}
          max={Math.floor(limits.highestCents / 100)}
          step={SLIDER_STEP_EUROS}
          value={Math.round(cents / 100)}
          onChange={(event) => change({ price: plainEuros(Number(event.target.value) * 100, language) })}
        />
      </div>
      <TextField
        id="varusteet"
        label={form.accessories}
        unit={form.euro}
        hint={form.accessoriesHint}
        value={inputs.accessories}
        error={error('accessories')}
        onChange={(accessories) => change({ accessories })}
      />
    </fieldset>
  )
}

const finnish = new Intl.Collator('fi')

/** The municipalities of the tables by the Finnish alphabet, in which å, ä and ö come last. */
export function municipalityNames(basis: Basis | null): string[] {
  return [...new Set(basis?.tables.municipalities.map(({ name }) => name))].sort(finnish.compare)
}

function MunicipalityField({ inputs, change, copy, basis }: FormProps) {
  const { form, errors } = copy
  const names = useMemo(() => municipalityNames(basis), [basis])
  return (
    <SearchField
      id="kunta"
      label={form.municipality}
      hint={form.municipalityHint}
      none={form.averageMunicipality}
      unknown={errors.municipality}
      value={inputs.municipality}
      options={names}
      onChange={(municipality) => change({ municipality })}
    />
  )
}

/** What decides the person's tax: their own percentage, or municipality and church. */
function TaxFields(props: FormProps) {
  const { inputs, change, copy } = props
  const { form } = copy
  const error = errorsAt(props)
  return (
    <>
      <Segments
        name="vero"
        label={form.taxBy}
        value={inputs.taxBy}
        options={[
          { value: 'municipality', label: form.taxByMunicipality },
          { value: 'card', label: form.taxByCard },
        ]}
        onChange={(taxBy) => change({ taxBy })}
      />
      {inputs.taxBy === 'card' ? (
        <TextField
          id="prosentti"
          label={form.taxPercent}
          unit={form.percent}
          hint={form.taxPercentHint}
          value={inputs.taxPercent}
          error={error('taxPercent')}
          onChange={(taxPercent) => change({ taxPercent })}
        />
      ) : (
        <>
          <MunicipalityField {...props} />
          <Segments
            name="kirkko"
            label={form.church}
            value={inputs.church}
            options={churches.map((church) => ({ value: church, label: form.churches[church] }))}
            onChange={(church) => change({ church })}
          />
        </>
      )}
    </>
  )
}

function PersonFields(props: FormProps) {
  const { inputs, change, copy, year } = props
  const { form } = copy
  const error = errorsAt(props)
  const children = Array.from({ length: CHILDREN_MAX + 1 }, (_, count) => String(count))
  return (
    <fieldset>
      <legend>{form.you}</legend>
      <TextField
        id="palkka"
        label={form.pay}
        unit={form.euro}
        value={inputs.pay}
        error={error('pay')}
        onChange={(pay) => change({ pay })}
      />
      <TaxFields {...props} />
      <div className="g2 age">
        <SelectField
          id="ika"
          label={form.age}
          value={inputs.age}
          options={ageGroups.map((group) => ({ value: group, label: birthYears(group, year, form) }))}
          onChange={(age) => change({ age: ageGroups.find((group) => group === age) ?? 'FROM_18' })}
        />
        <SelectField
          id="lapsia"
          label={form.children}
          value={inputs.children}
          options={children.map((count) => ({ value: count, label: count }))}
          onChange={(count) => change({ children: count })}
        />
        {inputs.children === '0' ? null : (
          <SelectField
            id="yksin"
            label={form.singleParent}
            value={inputs.singleParent}
            options={[
              { value: '', label: form.no },
              { value: '1', label: form.yes },
            ]}
            onChange={(singleParent) => change({ singleParent: singleParent === '1' ? '1' : '' })}
          />
        )}
      </div>
    </fieldset>
  )
}

function ModelFields(props: FormProps) {
  const { inputs, change, copy } = props
  const { form } = copy
  const error = errorsAt(props)
  return (
    <fieldset>
      <legend>{form.model}</legend>
      <Segments
        name="malli"
        label={form.model}
        hideLabel
        column
        value={inputs.model}
        options={benefitModels.map((model) => ({
          value: model,
          label: form.models[model],
          ...(model === 'FROM_SALARY' ? { note: form.usual } : {}),
        }))}
        onChange={(model) => change({ model })}
      />
      <TextField
        id="paiva"
        label={form.commitment}
        hint={form.commitmentHint}
        numeric={false}
        value={inputs.commitment}
        error={error('commitment')}
        onChange={(commitment) => change({ commitment })}
      />
    </fieldset>
  )
}

/** The left column: what the visitor knows. */
export function InputForm(props: FormProps) {
  const { inputs, change, copy } = props
  const error = errorsAt(props)
  return (
    <form className="inp" aria-label={copy.form.label} onSubmit={(event) => event.preventDefault()}>
      <fieldset>
        <Segments
          name="nakyma"
          label={copy.view.label}
          value={inputs.view}
          options={[
            { value: 'employee', label: copy.view.employee },
            { value: 'employer', label: copy.view.employer },
          ]}
          onChange={(view) => change({ view })}
        />
        {inputs.view === 'employer' ? (
          <TextField
            id="pyoria"
            label={copy.form.bikes}
            value={inputs.bikes}
            error={error('bikes')}
            hint={copy.employer.price}
            onChange={(bikes) => change({ bikes })}
          />
        ) : null}
      </fieldset>
      {inputs.view === 'employee' ? <BikeFields {...props} /> : null}
      {inputs.view === 'employee' ? <PersonFields {...props} /> : null}
      <ModelFields {...props} />
    </form>
  )
}
