import { expect, it } from 'vitest'
import { copyStateOf, isKey } from './rules.ts'

it('is ready once it is made, until the moment at which it expires', () => {
  const now = new Date('2026-11-10T10:00:00Z')
  const copy = { isMade: true, hasFile: true, expiresAt: new Date(now.getTime() + 1) }
  expect(copyStateOf(copy, now)).toBe('READY')
  expect(copyStateOf({ ...copy, isMade: false }, now)).toBe('MAKING')
  expect(copyStateOf({ ...copy, expiresAt: now }, now)).toBe('EXPIRED')
  expect(copyStateOf({ ...copy, hasFile: false }, now)).toBe('EXPIRED')
})

it('calls a key what says nothing to a reader, and nothing else', () => {
  expect(['id', 'company_id', 'sha256', 'version', 'sealed'].every(isKey)).toBe(true)
  expect(['paid_day', 'identity', 'sealed_at', 'key_word'].some(isKey)).toBe(false)
})
