import { expect, test } from 'vitest'
import { formatPhone } from './formats.ts'

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
