import fc from 'fast-check'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EurosFromZero, Percent, Shape, T } from '#platform/contract/contract.ts'
import { centsFromEuros, eurosFromCents } from '#platform/values/money.ts'
import { fieldErrorsOf, setSchemaCompilers } from './schema.ts'

const app = Fastify()

beforeAll(async () => {
  setSchemaCompilers(app)
  const body = Shape({ euros: EurosFromZero, percent: Percent })
  app.post('/amount', { schema: { body } }, async (request) => request.body)
  const bounds = Shape({
    paid: T.Number({ exclusiveMinimum: 0, multipleOf: 0.01 }),
    months: T.Integer({ exclusiveMaximum: 60 }),
    name: T.String({ maxLength: 2 }),
  })
  app.post('/bounds', { schema: { body: bounds } }, async (request) => request.body)
  app.setErrorHandler((error: { validation?: never[] }, _request, reply) =>
    reply.code(400).send(fieldErrorsOf(error.validation ?? [])),
  )
  await app.ready()
})
afterAll(() => app.close())

const post = async (body: object) => await app.inject({ method: 'POST', url: '/amount', payload: body })

test.each([1.005, 0.300_000_000_000_000_04, 1e-9, 1e-7, 100.000_000_000_01])(
  '%d is too precise for an amount and for a percentage',
  async (number) => {
    const reply = await post({ euros: number, percent: 0 })
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toEqual([{ path: 'euros', code: 'TOO_PRECISE', message: 'must be multiple of 0.01' }])
    expect((await post({ euros: 0, percent: number % 100 })).json()).toMatchObject([{ path: 'percent' }])
  },
)

test('a bound is named with its error; of an exclusive one, the nearest value that passes', async () => {
  const limits = async (body: object) => (await app.inject({ method: 'POST', url: '/bounds', payload: body })).json()
  expect(await limits({ paid: 0, months: 61, name: 'abc' })).toMatchObject([
    { path: 'paid', code: 'TOO_SMALL', limit: 0.01 },
    { path: 'months', code: 'TOO_LARGE', limit: 59 },
    { path: 'name', code: 'TOO_LONG', limit: 2 },
  ])
  expect(await limits({ paid: 0.01, months: 59, name: 'ab' })).toEqual({ paid: 0.01, months: 59, name: 'ab' })
})

test('every amount of whole cents passes, and the codec takes all that passes', async () => {
  const cents = fc.oneof(fc.integer({ min: 0, max: 100_000_000_000 }), fc.integer({ min: 0, max: 10_000 }))
  await fc.assert(
    fc.asyncProperty(cents, async (amount) => {
      const reply = await post({ euros: eurosFromCents(amount), percent: (amount % 10_000) / 100 })
      expect(reply.statusCode).toBe(200)
      expect(centsFromEuros(reply.json().euros)).toBe(amount)
    }),
    { numRuns: 1_000 },
  )
})

test('no number passes that the codec refuses', async () => {
  await fc.assert(
    fc.asyncProperty(fc.double({ min: 0, max: 1_000_000_000, noNaN: true }), async (euros) => {
      const reply = await post({ euros, percent: 0 })
      if (reply.statusCode === 200) expect(() => centsFromEuros(euros)).not.toThrow()
      else expect(reply.json()).toMatchObject([{ path: 'euros', code: 'TOO_PRECISE' }])
    }),
    { numRuns: 500 },
  )
})
