import { expect, it } from 'vitest'
import { lineOf } from './list-file.ts'

it('writes what a list shows as cells: amounts as numbers, and no formula', () => {
  expect(lineOf(['Esimerkki Oy', '1 290,00 €', '−12,50 €', '29.11.2026'])).toBe(
    'Esimerkki Oy;1290,00;-12,50;29.11.2026\r\n',
  )
  expect(lineOf(['=HYPERLINK("x")', 'yksi; kaksi', ' a\n b '])).toBe('"\'=HYPERLINK(""x"")";"yksi; kaksi";a b\r\n')
  expect(lineOf(['-Malli', '+358 40 123 4567'])).toBe('-Malli;+358 40 123 4567\r\n')
})
