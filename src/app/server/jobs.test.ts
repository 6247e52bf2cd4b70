import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { byGroup, jobGroups } from '#features/operations/maintenance/job-groups.ts'
import { jobs } from './jobs.ts'

it.each(['fi', 'en', 'sv'])('every job that the settings list has a name there in %s', (language) => {
  const file = path.resolve(import.meta.dirname, `../../features/operations/maintenance/texts/${language}.json`)
  const names = JSON.parse(readFileSync(file, 'utf8')).jobs.names as Record<string, string>
  expect(Object.keys(names).sort()).toEqual(jobs.map(({ name }) => name).sort())
  expect(new Set(Object.values(names)).size).toBe(jobs.length)
})

it('every job stands in one group of the settings, and no group names another', () => {
  expect(Object.values(jobGroups).flat().sort()).toEqual(jobs.map(({ name }) => name).sort())
})

it('a job that no group names is listed all the same', () => {
  const named = [{ name: 'start-leases' }, { name: 'of-a-newer-server' }]
  expect(byGroup(named)).toEqual([
    ['leases', [{ name: 'start-leases' }]],
    ['records', [{ name: 'of-a-newer-server' }]],
  ])
})
