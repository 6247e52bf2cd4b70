import { expect, it } from 'vitest'
import { railPageOf } from '#features/operations/tasks/links.ts'
import { taskActions, taskKinds } from '#features/operations/tasks/rules.ts'
import { railGroups } from './rail.ts'

const rail = railGroups(() => true).flatMap(({ items }) => items.map(({ to }) => to))

it('has a link under which each kind of task is counted that the staff do', () => {
  const ofStaff = taskActions.filter((action) => taskKinds[action].awaited === 'STAFF')
  expect(ofStaff.length).toBeGreaterThan(25)
  expect(ofStaff.filter((action) => !rail.includes(railPageOf(action) ?? ''))).toEqual([])
})

it('counts no kind at an address of the administration that no link has', () => {
  const places = taskActions.flatMap((action) => railPageOf(action) ?? [])
  expect(places.filter((place) => !rail.includes(place))).toEqual([])
  expect(railPageOf('signAsEmployee')).toBeNull()
})
