import { expect, it } from 'vitest'
import { turnsWithoutNotice } from '#testing/process-checks.ts'
import { orderStatuses } from '../rules.ts'
import { orderSteps } from './transition-table.ts'
import { orderProcess } from './transitions.ts'
import { orderTurns } from './turns.ts'

it('leaves nobody awaited without a message or a place on the desk', () => {
  expect(turnsWithoutNotice(orderProcess)).toEqual([])
})

it('names for each message by an effect one that every step forward into the status has', () => {
  const missing = orderStatuses.flatMap((status) =>
    orderTurns[status].flatMap(({ notice }) => {
      if (notice === null || notice === 'DESK' || !notice.by) return []
      const { by } = notice
      return orderSteps
        .filter((step) => step.to === status && step.way === 'forward' && step.number !== 'O24')
        .filter((step) => !step.effects.includes(by))
        .map((step) => `${step.number} ${step.name} ${by}`)
    }),
  )
  expect(missing).toEqual([])
})
