import { startTransition, useEffect, useMemo, useRef, useState } from 'react'
import type { BikeBenefit } from '#features/calculator/rules.ts'
import { formatEuros } from '#platform/money.ts'
import type { Language } from '../../pages.ts'
import { Icon } from '../Icon.tsx'
import { BuyOutChart } from './BuyOutChart.tsx'
import { type Basis, loadBasis } from './basis.ts'
import { assumptionText, type CalculatorCopy, fill, spoken } from './calculator-texts.ts'
import { EmployerResult } from './EmployerResult.tsx'
import { InputForm } from './InputForm.tsx'
import { defaultInputs, type Inputs, toFragment } from './inputs.ts'
import { type Outcome, outcomeOf } from './outcome.ts'
import { Comparisons, PriceCard } from './PriceCard.tsx'
import { keepInputs, startingInputs, thisYear } from './remembered.ts'

export interface CalculatorProps {
  language: Language
  copy: CalculatorCopy
  /** The result of the default inputs, so that the page stands complete before the tax tables have come. */
  initial: BikeBenefit
  hrefs: { order: string; contact: string }
  /** What the visitor did to the page before its script had come. */
  typed?: Partial<Inputs>
}

function Refusal({ outcome, copy, language }: { outcome: Outcome | null; copy: CalculatorCopy; language: Language }) {
  if (!outcome?.refusal) return null
  const { details } = outcome.refusal
  const said = Object.entries(details).map(([name, value]) => [name, spoken(name, value, language)] as const)
  const errors = copy.errors as Record<string, string>
  // The figures of a refusal are named after the table's columns; the texts leave the unit out.
  const values = Object.fromEntries(said.map(([name, value]) => [name.replace(/Cents$/, ''), value]))
  return (
    <p className="note warn">
      <Icon name="alert" /> {fill(errors[details.reason] ?? copy.errors.other, values)}
    </p>
  )
}

interface AssumptionsProps {
  benefit: BikeBenefit
  isShipped: boolean
  copy: CalculatorCopy
  language: Language
}

function Assumptions({ benefit, isShipped, copy, language }: AssumptionsProps) {
  const [before = '', after = ''] = copy.result.source.split(/\[vero\.fi\]\([^)]*\)/)
  return (
    <details className="card" open>
      <summary>
        <h2>{copy.result.assumptions}</h2>
      </summary>
      <ul className="as">
        {isShipped ? <li>{copy.result.shipped}</li> : null}
        {benefit.assumptions.map((assumption) => (
          <li key={JSON.stringify(assumption)}>{assumptionText(assumption, copy, language)}</li>
        ))}
        <li>
          {before}
          <a href="https://www.vero.fi">vero.fi</a>
          {after}
        </li>
      </ul>
    </details>
  )
}

function Acts({ inputs, copy: { result } }: { inputs: Inputs; copy: CalculatorCopy }) {
  const [isCopied, setCopied] = useState(false)
  const share = async () => {
    const address = `${location.origin}${location.pathname}#${toFragment(inputs)}`
    history.replaceState(null, '', address)
    await navigator.clipboard?.writeText(address).catch(() => undefined)
    setCopied(true)
  }
  return (
    <p className="acts">
      <button type="button" className="btn btn-g" onClick={() => print()}>
        <Icon name="print" /> {result.print}
      </button>
      <button type="button" className="btn btn-g" onClick={share}>
        <Icon name="share" /> <span aria-live="polite">{isCopied ? result.shared : result.share}</span>
      </button>
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

const nothingTyped: Partial<Inputs> = {}

/** The inputs, first the page's own, then what the address or the browser remembers. */
function useInputs(typed: Partial<Inputs>): [Inputs, (changed: Partial<Inputs>) => void] {
  const [inputs, setInputs] = useState(defaultInputs)
  useEffect(() => {
    startTransition(() => setInputs({ ...startingInputs(), ...typed }))
    const follow = () => setInputs(startingInputs())
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [typed])
  return [
    inputs,
    (changed) => {
      const next = { ...inputs, ...changed }
      setInputs(next)
      keepInputs(next)
    },
  ]
}

/** The calculator: inputs on the left, the price on the right, figures at once while typing. */
export function Calculator({ language, copy, initial, hrefs, typed = nothingTyped }: CalculatorProps) {
  const [inputs, change] = useInputs(typed)
  const loaded = useBasis()
  const basis = loaded === 'failed' ? null : loaded
  const outcome = useMemo(() => (basis ? outcomeOf(inputs, basis, thisYear()) : null), [inputs, basis])
  const lastRight = useRef({ benefit: initial, model: defaultInputs.model })
  const shown = useMemo(
    () => (outcome?.benefit ? { benefit: outcome.benefit, model: inputs.model } : lastRight.current),
    [outcome, inputs.model],
  )
  useEffect(() => {
    lastRight.current = shown
  }, [shown])
  const isEmployer = inputs.view === 'employer'
  const { benefit, model } = shown
  const result = { benefit, model, copy, language }
  return (
    <div className="calc">
      <InputForm inputs={inputs} change={change} copy={copy} language={language} basis={basis} />
      <section className="res" aria-label={copy.result.label}>
        <div role="status">
          {loaded === 'failed' ? <p className="note warn">{copy.result.failed}</p> : null}
          <Refusal outcome={outcome} copy={copy} language={language} />
        </div>
        {isEmployer && outcome?.employer ? (
          <EmployerResult
            {...outcome.employer}
            bikes={inputs.bikes}
            copy={copy}
            language={language}
            contactHref={hrefs.contact}
          />
        ) : null}
        {isEmployer ? null : (
          <>
            <PriceCard {...result} orderHref={hrefs.order} />
            <Comparisons {...result} />
            <BuyOutChart priceCents={benefit.parts.bikeCents} buyOut={benefit.buyOut} copy={copy} language={language} />
            <Assumptions benefit={benefit} isShipped={basis?.isShipped ?? false} copy={copy} language={language} />
          </>
        )}
        <Acts inputs={inputs} copy={copy} />
      </section>
      {isEmployer ? null : (
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
      )}
    </div>
  )
}
