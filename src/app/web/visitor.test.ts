// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let answers: Response[]
let asked: number

const refusal = (status: number, code: string) =>
  new Response(JSON.stringify({ code, message: code, requestId: 'r1' }), { status })

beforeEach(() => {
  vi.resetModules()
  answers = []
  asked = 0
  vi.stubGlobal('fetch', async () => {
    asked += 1
    return answers.shift()!
  })
})
afterEach(() => vi.unstubAllGlobals())

test('who is here is asked once, and again when no answer came', async () => {
  const { visitorKnown, visitorNow } = await import('./visitor.ts')
  answers = [refusal(500, 'INTERNAL'), refusal(401, 'UNAUTHENTICATED')]
  await expect(visitorNow()).rejects.toThrow('INTERNAL')
  expect(visitorKnown()).toBeUndefined()
  expect(await visitorNow()).toEqual({ kind: 'anonymous' })
  expect(await visitorNow()).toBe(visitorKnown())
  expect(asked).toBe(2)
})

test('a person whom another call has found deactivated stays so when the answer about them comes', async () => {
  const { markDeactivated, visitorKnown, visitorNow } = await import('./visitor.ts')
  answers = [refusal(401, 'UNAUTHENTICATED')]
  const coming = visitorNow()
  markDeactivated()
  expect(await coming).toEqual({ kind: 'deactivated' })
  expect(visitorKnown()).toEqual({ kind: 'deactivated' })
})
