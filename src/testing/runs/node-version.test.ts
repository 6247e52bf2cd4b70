import { expect, it } from 'vitest'
import { nodeProblem } from './node-version.ts'

it('says in a sentence that a Node is too old, and nothing of one that will do', () => {
  expect(nodeProblem('20.20.2')).toMatch(/^The tests need Node 24 or newer, and this is Node 20\.20\.2: .*\.$/)
  expect(nodeProblem('24.0.0')).toBeNull()
  expect(nodeProblem('26.1.0')).toBeNull()
})
