import { keep, kept, keys } from '../islands/storage.ts'
import { defaultInputs, fromFragment, type Inputs, toFragment } from './inputs.ts'
import { today, todayAsTyped } from './today.ts'

/** The year whose tax rules hold now in Finland. */
export function thisYear(): number {
  return Number(today().slice(0, 4))
}

/** The address first, then what the browser remembers, then the example, confirmed today. */
export function startingInputs(): Inputs {
  // The day is today's whenever the page is opened; only an address that somebody was given names another.
  const { commitment: _, ...remembered } = fromFragment(kept(keys.calculator) ?? '')
  const addressed = fromFragment(location.hash)
  const base = Object.keys(addressed).length > 1 ? addressed : { ...remembered, ...addressed }
  return { ...defaultInputs, commitment: todayAsTyped(), ...base }
}

/** Remembers the inputs in this browser, if the visitor has accepted that. */
export function keepInputs(inputs: Inputs): void {
  if (kept(keys.consent) === 'accepted') keep(keys.calculator, toFragment(inputs))
}
