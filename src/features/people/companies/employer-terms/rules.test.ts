import { expect, it } from 'vitest'
import { acceptanceState, isAsked, mayOpen } from './rules.ts'

const today = '2026-12-01'

it.each([
  [null, null, 'NONE_IN_FORCE', true, false],
  [{ number: 1, acceptBy: null }, null, 'MISSING', false, true],
  [{ number: 1, acceptBy: null }, 1, 'ACCEPTED', true, false],
  [{ number: 2, acceptBy: null }, 1, 'ACCEPTED', true, false],
  [{ number: 2, acceptBy: '2026-12-01' }, 1, 'TO_RENEW', true, true],
  [{ number: 2, acceptBy: '2026-11-30' }, 1, 'OVERDUE', false, true],
  [{ number: 2, acceptBy: '2026-11-30' }, 2, 'ACCEPTED', true, false],
  [{ number: 2, acceptBy: '2026-12-31' }, null, 'MISSING', false, true],
] as const)('%j after version %s is %s', (inForce, accepted, state, opens, asked) => {
  expect(acceptanceState(inForce, accepted, today)).toBe(state)
  expect(mayOpen([state])).toBe(opens)
  expect(isAsked(state)).toBe(asked)
})
