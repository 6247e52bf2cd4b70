import { expect, test } from 'vitest'
import { formatDayIn, formatPercent, formatPhone } from './formats.ts'

test.each([
  ['0405550123', '040 555 0123'],
  ['+358405550123', '+358 40 555 0123'],
  ['040 555 0123', '040 555 0123'],
  ['0105550', '010 555 0'],
  ['112', '112'],
  ['alanumero 4', 'alanumero 4'],
])('a phone number %s is shown as %s', (phone, shown) => {
  expect(formatPhone(phone).replaceAll('\u00a0', ' ')).toBe(shown)
})

test.each([
  ['fi', '15.3.2026', '25,5 %'],
  ['sv', '15.3.2026', '25,5 %'],
  ['en', '15 Mar 2026', '25.5%'],
] as const)('a day and a percentage are written as in %s', (language, day, percent) => {
  expect(formatDayIn('2026-03-15', language).replaceAll('\u00a0', ' ')).toBe(day)
  expect(formatPercent(25.5, language).replaceAll('\u00a0', ' ')).toBe(percent)
})
