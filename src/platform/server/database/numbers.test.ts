import { expect, it } from 'vitest'
import { partOf } from '#testing/part-of.ts'
import { drawNumber } from './numbers.ts'

const env = (bytes: number[][]) => {
  const draws = bytes[Symbol.iterator]()
  return partOf<Parameters<typeof drawNumber>[0]>({
    now: () => new Date('2026-03-15T12:00:00Z'),
    random: () => Buffer.from(draws.next().value ?? [0, 0, 0, 0, 0, 0]),
  })
}

it('draws again while another row has the number', async () => {
  const taken = new Set(['P-26-222222', 'P-26-333333'])
  const tried: string[] = []
  const random = [0, 1, 2].map((byte) => Array<number>(6).fill(byte))
  const number = await drawNumber(env(random), 'P', async (drawn) => {
    tried.push(drawn)
    return !taken.has(drawn)
  })
  expect(tried).toEqual(['P-26-222222', 'P-26-333333', 'P-26-444444'])
  expect(number).toBe('P-26-444444')
})

it('gives up after twenty draws', async () => {
  let draws = 0
  const drawn = drawNumber(env([]), 'P', async () => {
    draws += 1
    return false
  })
  await expect(drawn).rejects.toThrow('no free number')
  expect(draws).toBe(20)
})
