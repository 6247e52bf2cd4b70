import { expect, it } from 'vitest'
import type { EndpointSpec } from '#platform/contract/contract.ts'
import { alsoOld, onRefresh, refreshReads } from './refresh.ts'

const read = (path: string) => ({ method: 'GET', path }) as EndpointSpec
const bikes = [read('/bikes')]
const people = [read('/people')]

it('fetches beside the reads of a list those that a home says are old as well, and beside no other list', async () => {
  const asked: unknown[] = []
  onRefresh(async (reads) => void asked.push(reads))
  alsoOld(bikes, people)
  await refreshReads(bikes)
  await refreshReads([...bikes])
  await refreshReads('all')
  expect(asked).toEqual([[...bikes, ...people], bikes, 'all'])
})
