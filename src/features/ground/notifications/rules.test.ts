import { describe, expect, it } from 'vitest'
import {
  agoOf,
  CHECK_EVERY_MS,
  kindsFor,
  looksForNew,
  nextCheckMs,
  notificationTypes,
  previewOf,
  seesBell,
} from './rules.ts'

it.each([
  [['BIKE_BENEFICIARY'], ['SYSTEM_UPDATE', 'PAYMENT_REMINDER', 'ORDER_STATUS_CHANGE', 'GENERAL']],
  [['BIKE_BENEFICIARY', 'EMPLOYER_EDITOR'], [...notificationTypes]],
  [['INTERNAL_ADMIN'], ['SYSTEM_UPDATE', 'PAYMENT_REMINDER', 'GENERAL']],
  [[], ['SYSTEM_UPDATE', 'PAYMENT_REMINDER', 'ORDER_STATUS_CHANGE', 'GENERAL']],
])('offers %j the kinds of mails %j', (roles, kinds) => {
  expect(kindsFor(roles)).toEqual(kinds)
})

describe('relative times', () => {
  const now = new Date('2026-03-15T12:00:00Z')
  const before = (seconds: number) => agoOf(new Date(now.getTime() - seconds * 1000), now)
  it.each([
    [59, 'now', 0],
    [60, 'minutes', 1],
    [59 * 60 + 59, 'minutes', 59],
    [60 * 60, 'hours', 1],
    [1439 * 60 + 59, 'hours', 23],
    [1440 * 60, 'days', 1],
    [-30, 'now', 0],
  ])('%i seconds ago read as %s %i', (seconds, unit, count) => {
    expect(before(seconds)).toEqual({ unit, count })
  })
})

describe('the preview', () => {
  it('leaves a hundred characters as they are and cuts the hundred-and-first', () => {
    expect(previewOf('a'.repeat(100))).toBe('a'.repeat(100))
    expect(previewOf('a'.repeat(101))).toBe(`${'a'.repeat(100)}…`)
  })

  it('never cuts a character in two', () => {
    expect(previewOf('🚲'.repeat(101))).toBe(`${'🚲'.repeat(100)}…`)
  })
})

describe('who looks', () => {
  it('gives the bell to employer admins only, and the looking to the whole employer side', () => {
    expect(seesBell(new Set(['EMPLOYER_ADMIN']))).toBe(true)
    expect(seesBell(new Set(['EMPLOYER_EDITOR', 'BIKE_BENEFICIARY']))).toBe(false)
    expect(looksForNew(new Set(['EMPLOYER_REPORTING']))).toBe(true)
    expect(looksForNew(new Set(['BIKE_BENEFICIARY', 'INTERNAL_ADMIN']))).toBe(false)
  })

  it('looks every 30 seconds, a tenth more or less', () => {
    expect(CHECK_EVERY_MS).toBe(30_000)
    expect(nextCheckMs(0)).toBe(CHECK_EVERY_MS * 0.9)
    expect(nextCheckMs(0.5)).toBe(CHECK_EVERY_MS)
    expect(nextCheckMs(1)).toBe(CHECK_EVERY_MS * 1.1)
  })
})
