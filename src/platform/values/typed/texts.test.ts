import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cleanText } from './texts.ts'

it('a text is kept in one form, whatever it was pasted from', () => {
  expect(cleanText('Ma\u0308kela\u0308')).toBe('Mäkelä')
  expect(cleanText('  Mäkelä\u00A0\u2009 Oy\u200B\uFEFF ')).toBe('Mäkelä Oy')
  expect(cleanText('\u202EMalli\u202C \u2067Aino\u2069\u200F')).toBe('Malli Aino')
  expect(cleanText('A\u0000B\u001BC')).toBe('ABC')
  expect(cleanText('yksi \r\n kaksi\u2028kolme')).toBe('yksi\nkaksi\nkolme')
})

it('joiners stay where letters and pictures need them', () => {
  expect(cleanText('می\u200Cخواهم')).toBe('می\u200Cخواهم')
  expect(cleanText('👩\u200D🔧')).toBe('👩\u200D🔧')
  expect(cleanText('Aino \u200CMalli\u200D')).toBe('Aino Malli')
})

it('the form gives itself again, and never throws', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const once = cleanText(text)
      expect(cleanText(once)).toBe(once)
    }),
  )
})
