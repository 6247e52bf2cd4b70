import path from 'node:path'
import { expect, it } from 'vitest'
import { walkDocument, walkTurns } from '#testing/turn-walk.ts'

it('every turn of every process has a task, a message, a last day and a reminder, or the reason why not', () => {
  expect(walkTurns().filter((turn) => Object.values(turn).some((value) => value.includes('?')))).toEqual([])
})

it('the walk of all turns is the document that shows it', async () => {
  await expect(walkDocument()).toMatchFileSnapshot(path.resolve(import.meta.dirname, '../../../../docs/turns.md'))
})
