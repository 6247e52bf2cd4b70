import { afterAll, beforeAll, expect, it } from 'vitest'
import { maintenance } from '#features/operations/maintenance/contract.ts'
import { signedInAs } from '#testing/builders.ts'
import { openWorld, type World } from '#testing/world.ts'
import { type Job, missedJobs, runJob } from './jobs.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const job = (name: string, run: Job['run'] = async () => ({})): Job => ({
  name,
  cron: '5 0 * * *',
  run,
})
const fail = () => Promise.reject(Object.assign(new TypeError('a fault with a name in it'), { code: '42P01' }))

it('a job that was missed while nothing ran is due at the next start, one that succeeded today is not', async () => {
  const jobs = [job('probe-nightly'), job('probe-never')]
  await runJob(world.services, jobs[0]!)
  expect(await missedJobs(world.services, jobs)).toEqual(['probe-never'])
  world.env.advance(25 * 3_600_000)
  expect(await missedJobs(world.services, jobs)).toEqual(['probe-nightly', 'probe-never'])
})

it('a job that fails is a log line and a row that staff see, until it succeeds', async () => {
  const logged: unknown[] = []
  const log = { ...world.services.log, error: (values: unknown) => void logged.push(values), info: () => undefined }
  const services = { ...world.services, log: log }
  const admin = await signedInAs(world, 'SUPER_ADMIN')
  const shown = async () =>
    (await world.ok(maintenance.jobs, { as: admin })).jobs.find(({ name }) => name === 'probe-failing')
  await expect(runJob(services, job('probe-failing', fail))).rejects.toThrow('a fault')
  expect(logged).toMatchObject([{ job: 'probe-failing' }])
  expect(await shown()).toMatchObject({ failing: true, error: 'TypeError 42P01', succeededAt: null })
  world.env.advance(60_000)
  await runJob(services, job('probe-failing'))
  expect(await shown()).toMatchObject({ failing: false, error: null })
  world.env.advance(60_000)
  await expect(runJob(services, job('probe-failing', fail))).rejects.toThrow('a fault')
  expect(await shown()).toMatchObject({ failing: true, error: 'TypeError 42P01', succeededAt: expect.any(String) })
})
