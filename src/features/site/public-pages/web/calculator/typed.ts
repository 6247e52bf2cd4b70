import { defaultInputs, fieldNames, fromFragment, type Inputs } from './inputs.ts'
import { todayAsTyped } from './today.ts'

/** What a field of the prerendered form holds now. */
function held(form: Element, name: string): string | null {
  const chosen = form.querySelector<HTMLInputElement>(`input[type=radio][name="${name}"]:checked`)
  if (chosen) return chosen.value
  return form.querySelector<HTMLInputElement | HTMLSelectElement>(`#${name}`)?.value ?? null
}

/** The fields that the visitor changed in the prerendered form while its script was still on the way. */
export function typedInto(form: Element): Partial<Inputs> {
  const changed = Object.entries(fieldNames).flatMap(([name, named]) => {
    const value = held(form, named)
    const isOwn = value === defaultInputs[name as keyof Inputs] || (name === 'commitment' && value === todayAsTyped())
    return value === null || isOwn ? [] : [[named, value]]
  })
  return fromFragment(new URLSearchParams(changed).toString())
}
