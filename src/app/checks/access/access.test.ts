import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  ownWrites,
  type PermissionName,
  type RoleName,
  readingRole,
  roleNames,
  seededPermissionsOf,
} from '#platform/contract/permissions.ts'
import { aim, byFeature, endpoints, guarded, oneOf, resultsOf, type Titled, withoutRequestId } from '#testing/aim.ts'
import { sampleOf } from '#testing/files/sample.ts'
import { buildTenants, type EntityKind, entityOf, fingerprint } from '#testing/lists/tenants.ts'
import { openWorld, type World } from '#testing/world.ts'

/*
 * Each endpoint is tried a fixed number of times, whatever the number of roles: who may call it is one look at a set of
 * permissions, and which rows it reaches is decided by the kind of scope. One role stands for each kind.
 */
const scopes = {
  'an employer role of a company': ['EMPLOYER_ADMIN', 'EMPLOYER_EDITOR', 'EMPLOYER_REPORTING'],
  'a group admin': ['EMPLOYER_GROUP_ADMIN'],
  'an employee': ['BIKE_BENEFICIARY'],
} as const satisfies Record<string, readonly RoleName[]>
const scopeNames = Object.keys(scopes) as (keyof typeof scopes)[]

const holds = (role: RoleName, { spec }: Titled) => seededPermissionsOf(role).includes(spec.access as PermissionName)

/** What one scope may call, with the role that stands for it. */
function cellsOf(scope: keyof typeof scopes, cells: readonly Titled[]) {
  return cells.flatMap((cell) => {
    const roles = scopes[scope].filter((role) => holds(role, cell))
    return roles.length > 0 ? [{ ...cell, role: oneOf(roles, cell.spec) }] : []
  })
}

const named = (kinds: (kind: EntityKind) => boolean) =>
  guarded.filter(({ spec }) => {
    const kind = entityOf(spec)
    return kind !== null && kinds(kind)
  })
/** Rows of `global` are everybody's: nothing foreign can show in them. */
const withRows = named((kind) => kind !== 'global')
const listing = guarded.filter(({ spec }) => spec.method === 'GET' && entityOf(spec) === null && !spec.file)
const writing = guarded.filter(
  ({ spec }) =>
    spec.method !== 'GET' &&
    entityOf(spec) === null &&
    spec.body &&
    Object.keys((spec.body as { properties?: object }).properties ?? {}).some((field) =>
      /^(companyId|companyIds|groupCompanyId|beneficiaryEmployeeId|orderId|leasingAgreementId|bikeRedemptionIds)$/.test(
        field,
      ),
    ),
)

let world: World
let tenants: Awaited<ReturnType<typeof buildTenants>>

beforeAll(async () => {
  world = await openWorld()
  tenants = await buildTenants(world)
}, 120_000)
afterAll(() => world.close())

const every = <R>(cells: readonly Titled[], value: R) => Object.fromEntries(cells.map(({ title }) => [title, value]))

describe('nobody', () => {
  const isToken = ({ spec }: Titled) => typeof spec.access === 'object'
  const isClosed = ({ spec }: Titled) => typeof spec.access === 'string' && spec.access !== 'public'
  // Signing in and renewing a session are open, and refuse what is not a credential.
  const refusesAlone = ({ spec }: Titled) => /^\/api\/(login|refresh)$/.test(spec.path)
  const ask = async ({ spec }: Titled) => (await aim(world, spec, null, { tenant: tenants.foreign })).status

  it.each(byFeature(endpoints.filter(isClosed)))(
    'is let in by no call of $feature that asks who calls',
    async ({ own }) => {
      expect(await resultsOf(own, ask)).toEqual(every(own, 401))
    },
  )

  it.each(byFeature(endpoints.filter(isToken)))(
    'opens no link of $feature with a token of their own making',
    async ({ own }) => {
      const results = await resultsOf(own, async ({ spec }) => {
        const sample = spec.upload ? Buffer.from('x') : spec.body && sampleOf(spec.body, () => undefined)
        const body = sample ? { body: sample } : {}
        return (await world.call(spec, { params: { token: 'x'.repeat(43) }, ...body })).status
      })
      expect(results).toEqual(every(own, 404))
    },
  )

  it('may make the public calls', async () => {
    const open = endpoints.filter((cell) => cell.spec.access === 'public')
    const results = await resultsOf(open, ask)
    expect(open.filter((cell) => (results[cell.title] === 401) !== refusesAlone(cell))).toEqual([])
    expect(Object.values(results)).not.toContain(403)
  })
})

describe('a role without the permission', () => {
  it.each(byFeature(guarded))('is refused every call of $feature', async ({ own }) => {
    const results = await resultsOf(own, async (cell) => {
      const lacking = roleNames.filter((role) => !holds(role, cell))
      if (lacking.length === 0) return 'FORBIDDEN'
      const caller = tenants.principals[oneOf(lacking, cell.spec)]
      return (await aim(world, cell.spec, caller, { tenant: tenants.own })).body.code
    })
    expect(results).toEqual(every(own, 'FORBIDDEN'))
  })
})

describe('the reader of the books', () => {
  const isOwn = ({ spec }: Titled) => ownWrites.has(spec.access as PermissionName)
  const acting = guarded.filter((cell) => cell.spec.method !== 'GET' && !isOwn(cell))
  const ask = async ({ spec }: Titled) =>
    (await aim(world, spec, tenants.principals[readingRole], { tenant: tenants.own })).body.code

  it.each(byFeature(acting))('is refused every writing call of $feature', async ({ own }) => {
    expect(await resultsOf(own, ask)).toEqual(every(own, 'FORBIDDEN'))
  })

  it('is refused the payment page of a bill, though the role may read the bill', async () => {
    const held = acting.filter((cell) => holds(readingRole, cell))
    expect(held.map(({ spec }) => spec.path)).toEqual(['/api/invoices/:id/pay-page'])
    expect(await resultsOf(held, ask)).toEqual(every(held, 'FORBIDDEN'))
  })

  it('reads books, bank and invoices of every company', async () => {
    const reads = guarded.filter((cell) => cell.spec.method === 'GET' && holds(readingRole, cell))
    const results = await resultsOf(reads, async ({ spec }) => {
      const { status } = await aim(world, spec, tenants.principals[readingRole], { tenant: tenants.foreign })
      return status === 401 || status === 403
    })
    expect(results).toEqual(every(reads, false))
    expect(Object.keys(results).length).toBeGreaterThan(20)
  })
})

describe.each(scopeNames)('rows outside the scope of %s', (scope) => {
  let untouched: string
  beforeAll(async () => {
    untouched = await fingerprint(world, tenants.foreign.companyId)
  })

  it.each(byFeature(cellsOf(scope, withRows)))(
    'are not found by $feature, as if they did not exist',
    async ({ own }) => {
      const results = await resultsOf(own, async ({ spec, role }) => {
        const caller = tenants.principals[role]
        const foreign = await aim(world, spec, caller, { tenant: tenants.foreign })
        const missing = await aim(world, spec, caller, { tenant: tenants.foreign, id: randomUUID() })
        return foreign.status === 404 && withoutRequestId(foreign.body) === withoutRequestId(missing.body)
          ? 404
          : `${role}: ${foreign.status} ${JSON.stringify(foreign.body)}`
      })
      expect(results).toEqual(every(own, 404))
    },
  )

  it('cannot be named in a body', async () => {
    const results = await resultsOf(cellsOf(scope, writing), async ({ spec, role }) => {
      const reply = await aim(world, spec, tenants.principals[role], { tenant: tenants.foreign })
      return [403, 404].includes(reply.status) ? 'refused' : JSON.stringify(reply.body)
    })
    expect(Object.entries(results).filter(([, answer]) => answer !== 'refused')).toEqual([])
  })

  it('show in no list', async () => {
    const { company, employee, order, agreement, document, user } = tenants.foreign.ids
    const results = await resultsOf(cellsOf(scope, listing), async ({ spec, role }) => {
      const reply = await aim(world, spec, tenants.principals[role], { tenant: tenants.own })
      const text = JSON.stringify(reply.body)
      return [company, employee, order, agreement, document, user].filter((id) => text.includes(id))
    })
    expect(Object.entries(results).filter(([, ids]) => ids.length > 0)).toEqual([])
  })

  it('are unchanged by all of these calls', async () => {
    expect(await fingerprint(world, tenants.foreign.companyId)).toBe(untouched)
  })
})

describe('rows of a sister company', () => {
  const ofSister = withRows.filter(({ spec }) => entityOf(spec) !== 'group')

  it.each(byFeature(cellsOf('an employer role of a company', ofSister)))(
    'are not found by $feature',
    async ({ own }) => {
      const results = await resultsOf(own, async ({ spec, role }) => {
        return (await aim(world, spec, tenants.principals[role], { tenant: tenants.sibling })).status
      })
      expect(results).toEqual(every(own, 404))
    },
  )
})

describe('rows inside the scope', () => {
  const reads = withRows.filter(
    ({ spec }) => spec.method === 'GET' && !/notifications|csv|xlsx|register-link|\/user\/|\/years\//.test(spec.path),
  )
  const found = async (cells: readonly Titled[], role: RoleName, tenant: 'foreign' | 'sibling') => {
    const results = await resultsOf(cells, async ({ spec }) => {
      return (await aim(world, spec, tenants.principals[role], { tenant: tenants[tenant] })).status
    })
    expect(Object.entries(results).filter(([, status]) => status === 404 || status === 403)).toEqual([])
  }

  it('are found by the staff, whatever their company', async () => {
    const half = (rest: number) => reads.filter(({ spec }) => spec.path.length % 2 === rest)
    await found(half(0), 'INTERNAL_ADMIN', 'foreign')
    await found(half(1), 'SUPER_ADMIN', 'foreign')
  })

  it('are found by the group admin also in a sister company', async () => {
    const own = reads.filter((cell) => holds('EMPLOYER_GROUP_ADMIN', cell))
    await found(own, 'EMPLOYER_GROUP_ADMIN', 'sibling')
  })
})

describe('these tests notice', () => {
  it('when the scope is not applied', async () => {
    const reads = cellsOf('an employer role of a company', withRows).filter(({ spec }) => spec.method === 'GET')
    await world.without('scope', async (open) => {
      const results = await resultsOf(reads, async ({ spec, role }) => {
        return (await aim(open, spec, tenants.principals[role], { tenant: tenants.foreign })).status
      })
      expect(Object.values(results).filter((status) => status === 200).length).toBeGreaterThan(5)
    })
  }, 60_000)

  it('when permissions are not asked', async () => {
    const { spec } = guarded.find((cell) => cell.spec.access === 'billing-table:read')!
    await world.without('permission', async (open) => {
      const reply = await aim(open, spec, tenants.principals.BIKE_BENEFICIARY, { tenant: tenants.own })
      expect(reply.status).toBe(200)
    })
  }, 60_000)
})

/** Writes that ask for more than a permission and a row of one's own, each with what the rows of these tests lack. */
const askMore: Readonly<Record<string, string>> = {
  'roles.assign': 'a role, where the second id names none',
  'roles.unassign': 'a role, where the second id names none',
  'identity.confirmAsSecond': 'a change that somebody has proposed',
  'signing.requestCode': 'a side of the agreement that is the caller’s own',
  'signing.reject': 'a side of the agreement that is the caller’s own',
  'order-cancellations.decline': 'a request to cancel',
  'deductions.start': 'a bill of the person who asks',
  'deductions.confirm': 'a bill that is asked of the pay',
  'brokerage.update': 'a transfer that names the caller’s company as the taker’s',
  'brokerage.signingCode': 'a party of the transfer',
  'brokerage.sign': 'a party of the transfer',
  'proposals.attachFile': 'the staff, who stand for a company',
  'company-groups.addRecipients': 'a group of the caller’s own',
  'company-groups.replaceRecipient': 'a group of the caller’s own',
  'company-groups.removeRecipient': 'a group of the caller’s own',
  'banking.approveAccount': 'a repayment that waits for an account',
  'absence plans.collect': 'a plan whose months are paid outside the pay',
  'notifications.remove': 'a message to the caller',
  'deputies.end': 'a deputy whom somebody has named',
  'insurance-claims.removePhoto': 'a photo that the caller before has left',
}

// The last: it changes what it may.
describe('writes inside the scope', () => {
  // Maintenance would close the service to the others.
  const isRemoval = ({ spec }: Titled) => spec.method === 'DELETE' && spec.path === '/api/companies/:id'
  const writes = guarded.filter(
    (cell) => cell.spec.method !== 'GET' && !cell.spec.path.includes('maintenance') && !isRemoval(cell),
  )
  const ending = ({ spec }: Titled) => (spec.method === 'DELETE' ? 1 : 0)
  const callOf = ({ title }: Titled) => /\(([^)]+)\)$/.exec(title)![1]!
  const shut = new Set<string>()

  it.each(roleNames.filter((role) => role !== 'BIKE_BENEFICIARY' && role !== readingRole))(
    'are let in by %s',
    async (role) => {
      const own = writes.filter((cell) => holds(role, cell)).toSorted((one, other) => ending(one) - ending(other))
      const wrong: string[] = []
      for (const cell of own) {
        const { status, body } = await aim(world, cell.spec, tenants.principals[role], { tenant: tenants.own })
        const kind = entityOf(cell.spec)
        const isMissing = status === 404 && kind !== null && kind !== 'global'
        if (status < 500 && status !== 401 && body?.code !== 'FORBIDDEN' && !isMissing) continue
        if (callOf(cell) in askMore && status < 500) shut.add(callOf(cell))
        else wrong.push(`${cell.title}: ${status} ${body?.code}`)
      }
      expect(wrong).toEqual([])
      expect(own.length).toBeGreaterThan(role === 'EMPLOYER_REPORTING' ? 5 : 20)
    },
    240_000,
  )

  it('remove the company last, since all that the others write stands on it', async () => {
    const { spec } = guarded.find(isRemoval)!
    const { status } = await aim(world, spec, tenants.principals.SUPER_ADMIN, { tenant: tenants.own })
    expect([200, 409]).toContain(status)
  })

  it('are all tried but for those that ask for more', () => {
    expect([...shut].toSorted()).toEqual(Object.keys(askMore).toSorted())
  })
})
