import { expect, it } from 'vitest'
import { type StaffRole, secondsTo } from './second-staff.ts'

const role = (id: string, chosenBy: string | null = null, more: Partial<StaffRole> = {}): StaffRole => ({
  id,
  email: `${id}@henkilokunta.example`,
  language: 'fi',
  tier: 40,
  isActive: true,
  holds: true,
  chosenBy,
  ...more,
})
const ids = (roles: readonly StaffRole[], ...doers: string[]) => secondsTo(roles, doers).map(({ id }) => id)

it('is somebody else whose role is older than a month, or was given by the system', () => {
  expect(ids([role('anna'), role('bo')], 'anna')).toEqual(['bo'])
  expect(ids([role('anna')], 'anna')).toEqual([])
})

it('is nobody whom the first has just chosen, nor whoever has just chosen the first', () => {
  const roles = [role('anna'), role('bo', 'anna')]
  expect(ids(roles, 'anna')).toEqual([])
  expect(ids(roles, 'bo')).toEqual([])
})

it('is nobody at the end of a chain of new colleagues, from either end', () => {
  const roles = [role('anna'), role('bo', 'anna'), role('cai', 'bo'), role('dora', 'anna'), role('eve', 'dora')]
  for (const doer of ['anna', 'bo', 'cai', 'eve']) expect(ids(roles, doer)).toEqual([])
})

it('is a new colleague whom a third has chosen, to everybody but that third', () => {
  const roles = [role('anna'), role('bo'), role('cai', 'bo')]
  expect(ids(roles, 'anna')).toEqual(['bo', 'cai'])
  expect(ids(roles, 'cai')).toEqual(['anna'])
  expect(ids(roles, 'anna', 'bo')).toEqual([])
  expect(ids([...roles, role('cai', 'anna')], 'anna')).toEqual(['bo', 'cai'])
})

it('is nobody whose chain ends at a colleague whose role was taken, and nobody to them', () => {
  const roles = [role('anna'), role('cai', 'gone')]
  expect(ids(roles, 'anna')).toEqual([])
  expect(ids(roles, 'cai')).toEqual([])
  expect(ids(roles, 'gone')).toEqual([])
  expect(ids([role('bo', 'cai'), role('cai', 'bo'), role('anna')], 'anna')).toEqual([])
})

it('counts by the role that has the right, not by an older one without it', () => {
  const roles = [role('anna'), role('bo', null, { holds: false }), role('bo', 'anna')]
  expect(ids(roles, 'anna')).toEqual([])
  expect(ids([...roles, role('cai', 'bo')], 'anna')).toEqual([])
  expect(ids([role('anna'), role('bo', null, { holds: false })], 'bo')).toEqual(['anna'])
})

it('counts nobody whose account is closed, though what they gave while it was open stands', () => {
  const roles = [role('anna'), role('bo', null, { isActive: false }), role('cai', 'bo')]
  expect(ids(roles, 'anna')).toEqual(['cai'])
  expect(ids(roles, 'bo')).toEqual(['anna'])
})
