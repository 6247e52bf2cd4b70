import { expect, it } from 'vitest'
import { inFours } from './in-fours.ts'

it('groups an account by four, however it came, without a blank at the end', () => {
  expect(inFours('FI2112345600000785')).toBe('FI21\u00A01234\u00A05600\u00A00007\u00A085')
  expect(inFours('FI21 1234 5600')).toBe('FI21\u00A01234\u00A05600')
  expect(inFours('')).toBe('')
})
