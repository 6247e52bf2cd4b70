import { describe, expect, it } from 'vitest'
import { storeKey, termsDaysFrom } from './rules.ts'

describe('days of payment in a file', () => {
  it.each([
    ['', 14],
    ['0', 0],
    ['90', 90],
    ['91', undefined],
    ['-1', undefined],
    ['14 pv', undefined],
  ])('%o is %o', (text, days) => {
    expect(termsDaysFrom(text)).toBe(days)
  })
})

describe('two lines', () => {
  it('are one store when name and e-mail agree, whatever the case', () => {
    expect(storeKey({ name: 'Pyörä Oy', email: 'A@liike.example' })).toBe(
      storeKey({ name: 'PYÖRÄ OY', email: 'a@liike.example' }),
    )
    expect(storeKey({ name: 'Pyörä Oy', email: 'a@liike.example' })).not.toBe(storeKey({ name: 'Pyörä Oy' }))
  })
})
