import { expect, test } from 'vitest'
import type { PriceCardType } from '#features/orders/orders/shapes.ts'
import { fromFragment } from '#features/site/public-pages/web/calculator/inputs.ts'
import { calculatorAddress } from '../price/calculator-address.ts'
import { calendarFile } from './lease-calendar.ts'

test('a calendar file has one whole day, escapes its texts and folds long lines between letters', () => {
  const file = calendarFile({
    uid: 'a@poljin.example',
    writtenAt: '2026-12-01T10:00:00.000Z',
    day: '2029-12-31',
    title: 'Leasing päättyy: Halla, Taival 7',
    text: `${'ä'.repeat(60)};`,
  })
  expect(file).toContain('DTSTAMP:20261201T100000Z\r\n')
  expect(file).toContain('DTSTART;VALUE=DATE:20291231\r\nDTEND;VALUE=DATE:20300101\r\n')
  expect(file).toContain('SUMMARY:Leasing päättyy: Halla\\, Taival 7\r\n')
  const lines = file.split('\r\n')
  expect(Math.max(...lines.map((line) => new TextEncoder().encode(line).length))).toBeLessThanOrEqual(75)
  expect(file.replaceAll('\r\n ', '')).toContain(`DESCRIPTION:${'ä'.repeat(60)}\\;`)
})

test('the calculator opens with bike, accessories, model and day of the order, in the reader’s language', () => {
  const card = { bikePrice: 2790, accessoriesPrice: 210.5, benefitModel: 'ON_TOP', day: '2026-05-04' } as PriceCardType
  const address = calculatorAddress(card, 'sv')
  expect(address).toMatch(/^\/sv\/laskuri#/)
  expect(calculatorAddress(card, 'fi')).toMatch(/^\/laskuri#/)
  expect(fromFragment(address.slice(address.indexOf('#')))).toEqual({
    price: '2\u00a0790,00',
    accessories: '210,50',
    model: 'ON_TOP',
    commitment: '4.5.2026',
  })
})
