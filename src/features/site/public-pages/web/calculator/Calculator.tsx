import {
  type ReactNode,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { BikeBenefit } from '#features/site/calculator/rules.ts'
import { formatEuros } from '#platform/values/money.ts'
import type { Language } from '../../pages.ts'
import { Icon } from '../Icon.tsx'
import { Actions } from './Actions.tsx'
import { Assumptions } from './Assumptions.tsx'
import { BuyOutChart } from './BuyOutChart.tsx'
import { type Basis, loadBasis } from './basis.ts'
import { Compare } from './Compare.tsx'
import { Comparisons } from './Comparisons.tsx'
import { type CalculatorCopy, fill } from './calculator-texts.ts'
import { EmployerResult } from './EmployerResult.tsx'
import { InputForm } from './InputForm.tsx'
import { inputFacts } from './input-facts.ts'
import { defaultInputs, type Inputs, toFragment } from './inputs.ts'
import { type Fleet, type Outcome, outcomeOf } from './outcome.ts'
import { PriceCard, type ResultProps } from './PriceCard.tsx'
import { refusalText } from './refusal-text.ts'
import { keepInputs, startingInputs, thisYear } from './remembered.ts'

export interface CalculatorProps {
  language: Language
  copy: CalculatorCopy
  /** The result of the default inputs, so that the page stands complete before the tax tables have come. */
  initial: BikeBenefit
  /** The tax year of that result. */
  year: number
  hrefs: { order: string; contact: string }
  /** What the visitor did to the page before its script answered; asked once, when it does. */
  takeTyped?: () => Partial<Inputs>
}

/** A municipality that an address names but the tax tables do not counts as none. */
function withKnownMunicipality(inputs: Inputs, { tables }: Basis): Inputs {
  const isKnown = inputs.municipality === '' || tables.municipalities.some(({ name }) => name === inputs.municipality)
  return isKnown ? inputs : { ...inputs, municipality: '' }
}

/** The figures that matter most, within reach on a phone while the fields are in view. */
function Mini({ benefit, model, copy, language }: ResultProps) {
  return (
    <p className="mini" aria-hidden="true">
      <span>
        <b className="fig">{formatEuros(benefit.byModel[model].netPerMonthCents, language)}</b>
        {copy.result.perMonth}
      </span>
      <span className="sm">
        {fill(copy.result.mini, {
          months: benefit.leaseTimeMonths,
          total: formatEuros(benefit.totalToOwnCents, language),
        })}
      </span>
    </p>
  )
}

/** What the rules say against the inputs, and where to mend it. */
function refusedOf(
  outcome: Outcome | null,
  copy: CalculatorCopy,
  language: Language,
  basis: Basis | null,
): Partial<Record<keyof Inputs, string>> {
  if (!outcome?.refusal) return {}
  const { details } = outcome.refusal
  const text = refusalText(outcome.refusal, copy, language, basis)
  return details.reason === 'PAY_BELOW_INSTALMENT' ? { pay: text } : { price: text }
}

function Stale({ refused, copy }: { refused: Partial<Record<keyof Inputs, string>>; copy: CalculatorCopy }) {
  return (
    <p className="note warn">
      <Icon name="alert" />
      <span>
        {Object.values(refused).map((text) => `${text} `)}
        {copy.result.stale}
      </span>
    </p>
  )
}

function useBasis(): Basis | null | 'failed' {
  const [basis, setBasis] = useState<Basis | null | 'failed'>(null)
  useEffect(() => {
    loadBasis(
      (loaded) => startTransition(() => setBasis(loaded)),
      () => setBasis('failed'),
    )
  }, [])
  return basis
}

const nothingTyped = (): Partial<Inputs> => ({})
const ADDRESS_RESTS_MS = 300

/** Keeps the address in step with the inputs, and lets the links to the other languages take them along. */
function useAddress(): (inputs: Inputs) => void {
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    const take = (event: MouseEvent) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>('a[hreflang]')
      if (link && location.hash.length > 1) link.hash = location.hash
    }
    document.addEventListener('click', take, true)
    return () => document.removeEventListener('click', take, true)
  }, [])
  return useCallback((inputs) => {
    clearTimeout(resting.current)
    const typedAt = location.hash
    resting.current = setTimeout(() => {
      // An address that somebody has opened meanwhile is newer than what was typed before it.
      if (location.hash === typedAt) history.replaceState(null, '', `#${toFragment(inputs)}`)
    }, ADDRESS_RESTS_MS)
  }, [])
}

/** The inputs, first the page's own, then what the address or the browser remembers. */
function useInputs(takeTyped: () => Partial<Inputs>): [Inputs, (changed: Partial<Inputs>) => void] {
  const [inputs, setInputs] = useState(defaultInputs)
  const publishAddress = useAddress()
  // Before anything can be pressed: a link or a document of the page's own example is not what the visitor asks for.
  useLayoutEffect(() => {
    const typed = takeTyped()
    const first = { ...startingInputs(), ...typed }
    if (Object.keys(typed).length > 0) {
      setInputs(first)
      keepInputs(first)
      publishAddress(first)
    } else startTransition(() => setInputs(first))
    const follow = () => setInputs(startingInputs())
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [takeTyped, publishAddress])
  return [
    inputs,
    (changed) => {
      const next = { ...inputs, ...changed }
      setInputs(next)
      keepInputs(next)
      publishAddress(next)
    },
  ]
}

/** Paper has no folded parts. */
function usePrintUnfolded() {
  useEffect(() => {
    let folded: HTMLDetailsElement[] = []
    const set = (isOpen: boolean) => {
      if (isOpen) folded = [...document.querySelectorAll<HTMLDetailsElement>('.res details:not([open])')]
      for (const part of folded) part.open = isOpen
    }
    const [unfold, fold] = [() => set(true), () => set(false)]
    addEventListener('beforeprint', unfold)
    addEventListener('afterprint', fold)
    return () => {
      removeEventListener('beforeprint', unfold)
      removeEventListener('afterprint', fold)
    }
  }, [])
}

interface Shown {
  benefit: BikeBenefit
  fleet: Fleet | null
  inputs: Inputs
}

/** The figures of the last inputs that were right. */
function useShown(outcome: Outcome | null, inputs: Inputs, initial: BikeBenefit): Shown {
  const lastRight = useRef<Shown>({ benefit: initial, fleet: null, inputs: defaultInputs })
  const shown = useMemo(() => {
    const { benefit = lastRight.current.benefit, fleet = lastRight.current.fleet } = outcome ?? {}
    return outcome && !outcome.refusal ? { benefit, fleet, inputs } : lastRight.current
  }, [outcome, inputs])
  useEffect(() => {
    lastRight.current = shown
  }, [shown])
  return shown
}

/** What the visitor put in, for paper. */
function PaperFacts({
  inputs,
  copy,
  language,
  year,
}: {
  inputs: Inputs
  copy: CalculatorCopy
  language: Language
  year: number
}) {
  return (
    <dl className="paper">
      {inputFacts(inputs, copy, language, year).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What the benefit costs a person, beside the other ways to a bicycle. */
function EmployeeResult({
  benefit,
  model,
  copy,
  language,
  orderHref,
  compare,
}: ResultProps & { orderHref: string; compare: ReactNode }) {
  const words = { copy, language }
  return (
    <>
      <PriceCard benefit={benefit} model={model} {...words} orderHref={orderHref} />
      {compare}
      <Comparisons benefit={benefit} model={model} {...words} />
      <BuyOutChart priceCents={benefit.parts.bikeCents} buyOut={benefit.buyOut} {...words} />
    </>
  )
}

/** What the rules make of the inputs, once the tax tables have come. */
function useOutcome(written: Inputs, basis: Basis | null, year: number) {
  const inputs = useMemo(() => (basis ? withKnownMunicipality(written, basis) : written), [written, basis])
  const taxYear = basis ? thisYear() : year
  const outcome = useMemo(() => (basis ? outcomeOf(inputs, basis, taxYear) : null), [inputs, basis, taxYear])
  return { inputs, taxYear, outcome }
}

/** The calculator: inputs on the left, the price on the right, figures at once while typing. */
export function Calculator({ language, copy, initial, year, hrefs, takeTyped = nothingTyped }: CalculatorProps) {
  const [written, change] = useInputs(takeTyped)
  const loaded = useBasis()
  usePrintUnfolded()
  const basis = loaded === 'failed' ? null : loaded
  const { inputs, taxYear, outcome } = useOutcome(written, basis, year)
  const shown = useShown(outcome, inputs, initial)
  const refused = refusedOf(outcome, copy, language, basis)
  const isStale = basis !== null && shown.inputs !== inputs
  const isEmployer = inputs.view === 'employer'
  const { benefit, fleet, inputs: inputsShown } = shown
  const { model } = inputsShown
  const words = { copy, language }
  return (
    <div className="calc">
      <InputForm inputs={inputs} change={change} basis={basis} refused={refused} year={taxYear} {...words} />
      <section className={isStale ? 'res stale' : 'res'} aria-label={copy.result.label}>
        <div role="status">
          {loaded === 'failed' ? <p className="note warn">{copy.result.failed}</p> : null}
          {isStale ? <Stale refused={refused} copy={copy} /> : null}
        </div>
        <PaperFacts inputs={inputsShown} year={taxYear} {...words} />
        {isEmployer && fleet ? (
          <EmployerResult
            fleet={fleet}
            model={model}
            bikes={inputsShown.bikes}
            {...words}
            contactHref={hrefs.contact}
          />
        ) : null}
        {isEmployer ? null : (
          <EmployeeResult
            benefit={benefit}
            model={model}
            {...words}
            orderHref={hrefs.order}
            compare={<Compare inputs={inputs} change={change} basis={basis} year={taxYear} {...words} />}
          />
        )}
        <Actions
          inputs={inputs}
          copy={copy}
          paper={
            loaded &&
            (() => ({ benefit, fleet, inputs: inputsShown, year: taxYear, isShipped: !!basis?.isShipped, ...words }))
          }
        />
        <Assumptions
          assumptions={isEmployer ? (fleet?.assumptions ?? []) : benefit.assumptions}
          basis={basis}
          {...words}
        />
      </section>
      {isEmployer ? null : <Mini benefit={benefit} model={model} {...words} />}
    </div>
  )
}
