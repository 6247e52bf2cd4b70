import { expect, it } from 'vitest'
import { hasLatinForm, latinText } from './latin.ts'

it('a name is written in the letters that banks carry', () => {
  expect(latinText('Mäkelä Åsa Öljy')).toBe('Mäkelä Åsa Öljy')
  expect(latinText('Nguyễn Thị Ánh')).toBe('Nguyen Thi Anh')
  expect(latinText('Łukasz Groß Øyvind')).toBe('Lukasz Gross Oyvind')
  expect(latinText('Щукин Жанна')).toBe('Shchukin Zhanna')
  expect(latinText('Γιώργος')).toBe('Giorgos')
})

it('a name without Latin letters has no such form', () => {
  for (const name of ['Мария', 'Νίκη', 'Šimek', 'Oy 3']) expect(hasLatinForm(name)).toBe(true)
  for (const name of ['王小明', 'محمد', 'משה', 'Aino 王', '', '…']) expect(hasLatinForm(name)).toBe(false)
})
