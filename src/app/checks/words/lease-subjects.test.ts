import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Features whose mails are about a lease or an order. */
const features = [
  'orders/orders',
  'lease-ends/absence-plans',
  'lease-ends/brokerage',
  'lease-ends/company-exits',
  'lease-ends/insurance-claims',
  'lease-ends/order-cancellations',
  'lease-ends/redemptions',
  'lease-ends/returns',
  'leases/agreements',
  'leases/lease-changes',
  'money/bike-services',
  'money/invoices',
  'money/payments',
  'money/payroll-deductions',
  'operations/tasks',
]

/** Whose or which: what tells two mails of the same kind apart. */
const tellsApart = /\{\{(bike|order|agreement|number|name|company|amount)\}\}/

/** Sent with the head of the lease (`mailHead`, `headBeside`), which names bicycle or person where the subject does not. */
const carriesHead =
  /^(lease-ends\/absence-plans|leases\/lease-changes|lease-ends\/insurance-claims|lease-ends\/redemptions)\.(notice|employerNotice)\.|^money\/bike-services\.notice\./

/** What is about a company and of no lease. */
const ofCompanies: ReadonlySet<string> = new Set([
  'lease-ends/company-exits.employerNotice.proposed',
  'lease-ends/company-exits.employerNotice.dropped',
  'lease-ends/company-exits.notice.moved',
])

function subjectsIn(texts: unknown, path: string): [string, string][] {
  if (typeof texts !== 'object' || texts === null) return []
  return Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    key === 'subject' && typeof value === 'string' && 'body' in texts
      ? [[path, value]]
      : subjectsIn(value, `${path}.${key}`),
  )
}

it.each(['fi', 'en', 'sv'])(
  'names in the subject of each mail about a lease or an order (%s) which or whose it is',
  (language) => {
    const subjects = features.flatMap((feature) =>
      subjectsIn(JSON.parse(readFileSync(`src/features/${feature}/texts/${language}.json`, 'utf8')), feature),
    )
    expect(subjects.length).toBeGreaterThan(100)
    const unnamed = subjects.filter(
      ([path, subject]) => !tellsApart.test(subject) && !carriesHead.test(path) && !ofCompanies.has(path),
    )
    expect(unnamed).toEqual([])
  },
)
