import { expect, it } from 'vitest'
import { exampleSchedule } from './rules.ts'
import { exampleValues } from './web/example.ts'

it('reckons the example that the pages show', () => {
  const schedule = exampleSchedule()
  expect(schedule.months).toBe(40)
  expect(schedule.lastInstalmentCents).toBe(99_33)
  expect(schedule.totalToOwnCents).toBe(4_149_33)
})

it('says the example in the way of each language', () => {
  expect(exampleValues('fi').exampleTotal).toBe('4\u00a0149,33\u00a0€')
  expect(exampleValues('en').exampleTotal).toBe('€4,149.33')
  expect(exampleValues('fi').instalmentRound).toBe('100\u00a0€')
  expect(exampleValues('sv').interest).toBe('4,9\u00a0%')
})
