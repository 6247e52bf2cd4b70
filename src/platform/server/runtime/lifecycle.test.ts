import { expect, it } from 'vitest'
import { closeParts } from './lifecycle.ts'

it('closes every part in the reverse order, also past one that fails and one that hangs', async () => {
  const closed: string[] = []
  const complaints: string[] = []
  const part = (name: string, work: () => Promise<unknown>) => ({
    name,
    graceMs: 20,
    close() {
      closed.push(name)
      return work()
    },
  })
  await closeParts(
    [
      part('database', async () => undefined),
      part('jobs', () => Promise.reject(new Error('broken'))),
      part('calls', () => new Promise(() => undefined)),
    ],
    (message, error) => complaints.push(`${message} ${(error as Error).message}`),
  )
  expect(closed).toEqual(['calls', 'jobs', 'database'])
  expect(complaints).toEqual(['while stopping the calls: not done within 20 ms', 'while stopping the jobs: broken'])
})
