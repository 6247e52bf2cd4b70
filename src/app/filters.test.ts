import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contactForms } from '#features/contact-forms/contract.ts'
import { employees } from '#features/employees/contract.ts'
import { vat } from '#features/vat/contract.ts'
import { endpoints, resultsOf } from '#testing/aim.ts'
import { buildCompany, buildEmployee, signedInAs } from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'

let world: World
let staff: Caller
beforeAll(async () => {
  world = await openWorld()
  staff = await signedInAs(world, 'SUPER_ADMIN')
})
afterAll(() => world.close())

const lists = endpoints.filter(
  ({ spec }) => spec.method === 'GET' && spec.query && !spec.path.includes(':') && spec.access !== 'public',
)

describe('filters of every list', () => {
  it.each(['', 'ALL'])('may be "%s", which is no filter', async (value) => {
    const results = await resultsOf(lists, async ({ spec }) => {
      const required: string[] = (spec.query as { required?: string[] }).required ?? []
      const names = Object.keys(spec.query!.properties).filter((name) => !required.includes(name))
      const query = new URLSearchParams(names.map((name) => [name, value]))
      const headers = { authorization: `Bearer ${staff.accessToken}` }
      const reply = await world.app.inject({ method: 'GET', url: `${spec.path}?${query}`, headers })
      const faults = reply.statusCode === 400 ? (reply.json().fields as { path: string }[]) : []
      return faults.map(({ path }) => path).filter((path) => names.includes(path))
    })
    expect(Object.entries(results).filter(([, faults]) => faults.length > 0)).toEqual([])
  })

  it('that are ALL find what no filter finds', async () => {
    const company = await buildCompany(world)
    await buildEmployee(world, company, { cost_unit: 'KP-1' })
    const count = async (query: object) =>
      (await world.ok(employees.optimizedList, { as: staff, query: query as never })).totalCount
    expect(await count({ costUnit: 'ALL', companyId: 'ALL', status: 'ALL' })).toBe(await count({}))
    expect(await count({ costUnit: 'KP-none' })).toBe(0)
  })
})

describe('calls as the specification prints them', () => {
  it('a contact form is marked as checked without a body', async () => {
    const { contactFormDataId } = await world.ok(contactForms.submit, {
      body: { role: 'OTHER', name: 'Joku', email: 'joku@testi.example', message: 'Kysymys pyöristä.' },
    })
    const form = await world.ok(contactForms.update, { as: staff, params: { contactFormDataId } })
    expect(form).toMatchObject({ checked: true, version: 2 })
  })

  it('a country’s code is taken in any case', async () => {
    await buildCompany(world)
    for (const code of ['FI', 'fi', 'Fi'])
      expect((await world.ok(vat.ofCountry, { as: staff, params: { code } })).country).toBe('FI')
  })
})
