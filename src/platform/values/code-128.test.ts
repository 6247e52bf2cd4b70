import fc from 'fast-check'
import { expect, test } from 'vitest'
import { code128Widths } from './code-128.ts'

/** Reads set C back from widths by the standard's own construction: bars and spaces, check sum, stop. */
function signs(widths: readonly number[]): string[] {
  const count = Math.floor(widths.length / 6)
  return Array.from({ length: count }, (_, index) => {
    const from = index * 6
    return widths.slice(from, index === count - 1 ? widths.length : from + 6).join('')
  })
}

test('every sign is eleven modules wide with an even number of dark ones; the stop sign has thirteen', () => {
  const all = Array.from({ length: 100 }, (_, value) => String(value).padStart(2, '0')).join('')
  const read = signs(code128Widths(all))
  for (const [index, sign] of read.entries()) {
    const widths = [...sign].map(Number)
    expect(widths.reduce((sum, width) => sum + width)).toBe(index === read.length - 1 ? 13 : 11)
    if (index === read.length - 1) continue
    expect(widths.filter((_, place) => place % 2 === 0).reduce((sum, width) => sum + width) % 2).toBe(0)
  }
  expect(new Set(read.slice(1, 101)).size).toBe(100)
})

test('the check sign follows from the digits and their places', () => {
  const all = Array.from({ length: 100 }, (_, value) => String(value).padStart(2, '0')).join('')
  const signOf = signs(code128Widths(all)).slice(1, 101)
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 99 }), { minLength: 1, maxLength: 27 }), (values) => {
      const read = signs(code128Widths(values.map((value) => String(value).padStart(2, '0')).join('')))
      const check = (105 + values.reduce((sum, value, index) => sum + value * (index + 1), 0)) % 103
      expect(read.slice(1, -2)).toEqual(values.map((value) => signOf[value]))
      // The signs for 100 to 102 cannot be had from pairs of digits.
      expect(read.at(-2)).toBe(signOf[check] ?? ['114131', '311141', '411131'][check - 100])
    }),
  )
})

test.each(['', '1', '123', '12a4', '１２'])('%j is refused', (text) => {
  expect(() => code128Widths(text)).toThrow(RangeError)
})
