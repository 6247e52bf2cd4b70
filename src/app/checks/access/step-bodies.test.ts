import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints, type Titled } from '#testing/aim.ts'
import { buildCompany, signedInAs } from '#testing/builders.ts'
import { sampleOf } from '#testing/files/sample.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'

interface Shape {
  readonly properties: Readonly<Record<string, object>>
  readonly required?: readonly string[]
}
interface Stepped extends Shape {
  readonly discriminator: { readonly propertyName: string }
  readonly oneOf: readonly Shape[]
}
interface Refusal {
  readonly code?: string
  readonly fields?: readonly { readonly path: string; readonly code: string }[]
}

const stepped = endpoints.filter(({ spec }) => spec.body && 'oneOf' in spec.body)
const bodyOf = ({ spec }: Titled) => spec.body as Stepped
const tagOf = (cell: Titled) => bodyOf(cell).discriminator.propertyName
const wordOf = (cell: Titled, { properties }: Shape) => (properties[tagOf(cell)] as { enum: [string] }).enum[0]

let world: World
let callers: Caller[]
let requestBodies: Record<string, { oneOf?: readonly Shape[] } | undefined>
beforeAll(async () => {
  world = await openWorld()
  const company = await buildCompany(world)
  callers = [await signedInAs(world, 'SUPER_ADMIN'), await signedInAs(world, 'EMPLOYER_ADMIN', company)]
  const { paths } = (await world.app.inject({ method: 'GET', url: '/api/openapi.json' })).json()
  requestBodies = Object.fromEntries(
    Object.entries(paths as Record<string, Record<string, never>>).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { requestBody }]: [string, { requestBody?: object }]) => [
        `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '{}')}`,
        (requestBody as { content?: Record<string, { schema: object }> } | undefined)?.content?.['application/json']
          ?.schema,
      ]),
    ),
  )
})
afterAll(() => world.close())

/** Sends a body about a row that nobody has, so that only its form is judged. */
async function refusalOf({ spec }: Titled, body: object): Promise<{ status: number; body: Refusal }> {
  const params = Object.fromEntries([...spec.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, randomUUID()]))
  const call = (as: Caller) => world.call(spec, { as, params, body })
  // What only employers and their people do is forbidden to the staff before its form is looked at.
  const [ofStaff, ofEmployer] = [await call(callers[0]!), await call(callers[1]!)]
  const reply = ofStaff.status === 403 ? ofEmployer : ofStaff
  return { status: reply.status, body: reply.body as Refusal }
}

describe('a body with a shape for each step', () => {
  it('is what each wide change takes', () => {
    expect(stepped.map(({ spec }) => `${spec.method} ${spec.path}`).sort()).toEqual([
      'POST /api/beneficiary-employee/:id/decide',
      'POST /api/insurance-claims/:id/steps',
      'POST /api/orders/:orderId/status',
      'PUT /api/absence-plans/:id',
      'PUT /api/bike-brokerage/:id',
      'PUT /api/bike-redemption/:id',
      'PUT /api/bike-returns/:id',
      'PUT /api/lessor-differences/:id',
      'PUT /api/redemption-payment/:id',
    ])
  })

  it.each(stepped)('is refused at $title with a step that is none', async (cell) => {
    const tag = tagOf(cell)
    const body = { ...(sampleOf(cell.spec.body ?? {}, () => undefined) as object), [tag]: 'NONSENSE' }
    const refusal = await refusalOf(cell, body)
    expect(refusal).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION', fields: [{ path: tag, code: 'NOT_IN_LIST' }] },
    })
  })

  it.each(stepped)('takes at $title the fields of its step and refuses those of any other', async (cell) => {
    const { properties, oneOf } = bodyOf(cell)
    const sampleFor = (name: string) => sampleOf(properties[name] ?? {}, () => undefined, name)
    const faults: string[] = []
    for (const shape of oneOf) {
      const word = wordOf(cell, shape)
      const own = { ...Object.fromEntries(Object.keys(shape.properties).map((name) => [name, sampleFor(name)])) }
      const taken = await refusalOf(cell, { ...own, [tagOf(cell)]: word })
      if (taken.status === 400) faults.push(`${word} is refused its own fields: ${JSON.stringify(taken.body.fields)}`)
      for (const name of Object.keys(properties).filter((one) => !(one in shape.properties))) {
        const bare = sampleOf(shape, () => undefined) as object
        const { status, body } = await refusalOf(cell, { ...bare, [name]: sampleFor(name) })
        const [field] = body.fields ?? []
        if (status !== 400 || field?.path !== name || field.code !== 'UNKNOWN_FIELD')
          faults.push(`${word} with ${name} answers ${status}`)
      }
    }
    expect(faults).toEqual([])
  })

  it.each(stepped)('is in the API document at $title, a shape for each step', (cell) => {
    const { spec } = cell
    const shown = requestBodies[`${spec.method} ${spec.path.replaceAll(/:\w+/g, '{}')}`]
    const words = (shapes: readonly Shape[] = []) => shapes.map((shape) => wordOf(cell, shape))
    expect(words(shown?.oneOf)).toEqual(words(bodyOf(cell).oneOf))
  })
})
