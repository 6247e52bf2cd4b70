import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contactForms } from '#features/ground/contact-forms/contract.ts'
import { employees } from '#features/people/employees/contract.ts'
import { vat } from '#features/pricing/vat/contract.ts'
import { aim, endpoints, resultsOf, type Titled } from '#testing/aim.ts'
import { buildCompany, signedInAs } from '#testing/builders.ts'
import { buildTenants, type Tenant } from '#testing/lists/tenants.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'

let world: World
let staff: Caller
let tenant: Tenant
beforeAll(async () => {
  world = await openWorld()
  staff = await signedInAs(world, 'SUPER_ADMIN')
  tenant = (await buildTenants(world)).own
})
afterAll(() => world.close())

/** What an answer says, without its own instant: a file's bytes, or the body. */
const saidBy = ({ spec }: Titled, { raw, body }: { raw: Buffer; body: unknown }) =>
  spec.file ? raw.toString('base64') : JSON.stringify({ ...(body as object), lastFetch: '' })

const lists = endpoints.filter(({ spec }) => spec.method === 'GET' && spec.query)
const optionalOf = ({ spec }: Titled): string[] => {
  const required: string[] = (spec.query as { required?: string[] }).required ?? []
  return Object.keys(spec.query!.properties).filter((name) => !required.includes(name))
}
/** They are no lists, and their sample is refused for its content. */
const elsewhere: Readonly<Record<string, number>> = {
  '/api/demo/totp': 404,
  // The stores and lessors are nobody's, and the first of the parts is not theirs.
  '/api/places/stores/:bikeStoreId/lines': 404,
  '/api/places/lessors/:leasingCompanyId/lines': 404,
  // Nobody has written to the operator.
  '/api/contact-forms/:contactFormDataId/answers': 404,
  // The ids are a text of several.
  '/api/list-changes': 400,
  '/api/paytrail/return': 400,
  '/api/paytrail/callback': 400,
  '/api/leasing-agreements/:id/payment-change': 400,
  '/api/bike-stores/:id/poster': 404,
  '/api/bike-policy/user': 404,
  // The books have no month yet.
  '/api/bookkeeping/months/:month/vat-return/file': 404,
  '/api/bookkeeping/months/:month/vouchers/file': 404,
  // The tenants have no year with a locked month.
  '/api/payroll-report/:companyId/years/:year/statement': 404,
  // An open claim of the tenant's lease stands in the way of a buy-out.
  '/api/redemption-quotes': 409,
}
/** A search is for words, of which ALL may be one. */
const isSearch = (name: string) => name.startsWith('search')
/** Filters that look for words of people. */
const freeText = new Set([
  'costUnit',
  'email',
  'firstName',
  'frameSize',
  'lastName',
  'municipality',
  'payRollOther',
  'phoneNumber',
])
/** Addresses and numbers of the demo's messages. */
const isRecipient = ({ spec }: Titled, name: string) => spec.path === '/api/demo/outbox' && name === 'to'
/** They open by links, which the tenants have none of. */
const byToken = ({ spec }: Titled) => spec.path.includes(':token')

describe('filters of every list', () => {
  it('that are empty or ALL are no filters: each list answers as without them', async () => {
    const { id: role } = await world.services.database.primary
      .selectFrom('roles')
      .select('id')
      .where('name', '=', 'EMPLOYER_ADMIN')
      .executeTakeFirstOrThrow()
    const ask = ({ spec }: Titled, query: Record<string, string> = {}) =>
      aim(world, spec, staff, { tenant, query, ...(spec.path.includes(':roleId') ? { id: role } : {}) })
    const results = await resultsOf(
      lists.filter((list) => !byToken(list)),
      async (list) => {
        const plain = await ask(list)
        if (plain.status !== 200 && elsewhere[list.spec.path] === plain.status) return []
        if (plain.status !== 200) return [`answers ${plain.status} without filters`]
        const faults = list.spec.file && plain.raw.length === 0 ? ['answers an empty file'] : []
        for (const value of ['', 'ALL'])
          for (const name of optionalOf(list).filter((one) => value === '' || !isSearch(one))) {
            const reply = await ask(list, { [name]: value })
            const isSame = saidBy(list, reply) === saidBy(list, plain)
            if (reply.status !== 200 || !isSame) faults.push(`${name}=${value} answers ${reply.status}, otherwise`)
          }
        return faults
      },
    )
    expect(Object.entries(results).filter(([, faults]) => faults.length > 0)).toEqual([])
  }, 120_000)

  it('that name one of a closed set refuse what is not of it', async () => {
    const { id: role } = await world.services.database.primary
      .selectFrom('roles')
      .select('id')
      .where('name', '=', 'EMPLOYER_ADMIN')
      .executeTakeFirstOrThrow()
    const results = await resultsOf(
      lists.filter((list) => !byToken(list) && elsewhere[list.spec.path] === undefined),
      async (list) => {
        const faults: string[] = []
        for (const name of optionalOf(list).filter(
          (one) => !isSearch(one) && !freeText.has(one) && !isRecipient(list, one),
        )) {
          const query = { [name]: 'NONSENSE' }
          const parts = { tenant, query, ...(list.spec.path.includes(':roleId') ? { id: role } : {}) }
          const { status } = await aim(world, list.spec, staff, parts)
          if (status !== 400) faults.push(`${name}=NONSENSE answers ${status}`)
        }
        return faults
      },
    )
    expect(Object.entries(results).filter(([, faults]) => faults.length > 0)).toEqual([])
  }, 120_000)

  it('that order a list are each answered, also by what stands beside its rows', async () => {
    const sortsOf = ({ spec }: Titled): string[] => {
      const sort: { enum?: string[] } | undefined = spec.query?.properties.sort
      return sort?.enum ?? []
    }
    const sorted = lists.filter((list) => sortsOf(list).length > 0 && !list.spec.file)
    expect(sorted.length).toBeGreaterThan(30)
    const results = await resultsOf(sorted, async (list) => {
      const faults: string[] = []
      for (const sort of sortsOf(list)) {
        const { status } = await aim(world, list.spec, staff, { tenant, query: { sort } })
        if (status !== 200) faults.push(`${sort} answers ${status}`)
      }
      return faults
    })
    expect(Object.entries(results).filter(([, faults]) => faults.length > 0)).toEqual([])
  }, 120_000)

  it('and others narrow what is found', async () => {
    const count = async (query: object) => (await world.ok(employees.optimizedList, { as: staff, query })).totalCount
    expect(await count({})).toBeGreaterThan(0)
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
