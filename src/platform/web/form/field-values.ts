import { isEmail, normaliseEmail, normalisePhone } from '#platform/contract/validation.ts'
import { isDay, parseDayInput } from '#platform/values/days.ts'
import { eurosFromCents, parseEuroInput } from '#platform/values/money.ts'

export type FieldKind =
  | 'text'
  | 'email'
  | 'phone'
  | 'money'
  | 'percent'
  | 'number'
  | 'day'
  | 'select'
  | 'segmented'
  | 'checkbox'
  | 'textarea'
  | 'password'
  | 'picker'
  | 'rows'

/** What a person typed or chose; everything but a box is text until it is read. */
export type FieldInput = string | boolean
export type FieldInputs = Readonly<Record<string, FieldInput>>

/** A read value, or why it could not be read: a code that `fields.…` has a text for. */
export type FieldReading = { value: unknown } | { code: string }

function readPercent(text: string): FieldReading {
  const plain = text.replace(/[\s%]/gu, '').replace(',', '.')
  if (!/^\d{1,3}(\.\d+)?$/.test(plain)) return { code: 'PERCENT' }
  return { value: Number(plain) }
}

function readNumber(text: string): FieldReading {
  const plain = text.replace(/\s/gu, '').replace(',', '.')
  return /^-?\d+(\.\d+)?$/.test(plain) ? { value: Number(plain) } : { code: 'WRONG_TYPE' }
}

function readMoney(text: string): FieldReading {
  const cents = parseEuroInput(text)
  return cents === null ? { code: 'MONEY' } : { value: eurosFromCents(cents) }
}

function readDay(text: string): FieldReading {
  const day = parseDayInput(text)
  return day && isDay(day) ? { value: day } : { code: 'DAY' }
}

function readPhone(text: string): FieldReading {
  try {
    return { value: normalisePhone(text) }
  } catch {
    return { code: 'PHONE' }
  }
}

const readers: Partial<Record<FieldKind, (text: string) => FieldReading>> = {
  money: readMoney,
  percent: readPercent,
  number: readNumber,
  day: readDay,
  phone: readPhone,
  email: (text) => (isEmail(text.trim()) ? { value: normaliseEmail(text) } : { code: 'EMAIL' }),
  password: (text) => ({ value: text }),
}

/** Reads one field; an empty text has the value undefined whatever the kind. */
export function readField(kind: FieldKind, input: FieldInput | undefined): FieldReading {
  if (typeof input === 'boolean') return { value: input }
  if (input === undefined || (kind === 'password' ? input === '' : input.trim() === '')) return { value: undefined }
  return readers[kind]?.(input) ?? { value: input.trim() }
}

/** The text that a field shows for a stored value: `1 234,50`, `15.3.2026`, `25,5`. */
export function inputOf(kind: FieldKind, value: unknown): FieldInput {
  if (kind === 'checkbox') return value === true
  if (value === undefined || value === null) return ''
  if (kind === 'rows') return Object.keys(value).join()
  if (kind === 'money' && typeof value === 'number') return moneyText(value)
  if (kind === 'day' && typeof value === 'string' && isDay(value)) return dayText(value)
  if (kind === 'percent') return String(value).replace('.', ',')
  return String(value)
}

function moneyText(euros: number): string {
  const [whole = '0', cents = ''] = String(Math.abs(euros)).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '\u00a0')
  return `${euros < 0 ? '-' : ''}${grouped},${cents.padEnd(2, '0')}`
}

function dayText(day: string): string {
  const [year, month, dayOfMonth] = day.split('-').map(Number)
  return `${dayOfMonth}.${month}.${year}`
}
