import { identityChanges } from '#features/ground/identity-changes/contract.ts'
import { proofs } from '#features/ground/identity-changes/proof-contract.ts'
import { proposals } from '#features/ground/proposals/contract.ts'
import { sessions } from '#features/ground/sessions/contract.ts'
import { terms } from '#features/ground/terms/contract.ts'
import { ownBenefit } from '#features/homes/employee/contract.ts'
import { agreements } from '#features/leases/agreements/contract.ts'
import { signing } from '#features/leases/agreements/signing/contract.ts'
import { invoices } from '#features/money/invoices/contract.ts'
import { accounts } from '#features/operations/accounts/contract.ts'
import { roles } from '#features/operations/roles/contract.ts'
import { tasks } from '#features/operations/tasks/contract.ts'
import { today } from '#features/operations/tasks/today/contract.ts'
import { orders } from '#features/orders/orders/contract.ts'
import { companies } from '#features/people/companies/contract.ts'
import { companyGroups } from '#features/people/companies/groups/contract.ts'
import { registerLinks } from '#features/people/companies/links/contract.ts'
import { companyUnits } from '#features/people/companies/units/contract.ts'
import { employees } from '#features/people/employees/contract.ts'
import { memberships } from '#features/people/memberships/contract.ts'
import { bikeStores } from '#features/pricing/bike-stores/contract.ts'
import { leasing } from '#features/pricing/leasing/contract.ts'
import {
  provinceTaxTable,
  stateIncomeTaxTable,
  taxpayerDeductionsTable,
  taxTable,
} from '#features/pricing/tax/contract.ts'
import { vat } from '#features/pricing/vat/contract.ts'
import type { QueryOf } from '#platform/contract/contract.ts'
import { roleId } from '#platform/server/roles/role-ids.ts'
import {
  brokerageCalls,
  cancellationCalls,
  changeCalls,
  claimCalls,
  exitCalls,
  lessorFileCalls,
  lifeCalls,
  redemptionCalls,
  returnCalls,
} from './lease-end-calls.ts'
import { eventCalls, logCalls } from './log-calls.ts'
import { bankCalls, intakeCalls, moneyCalls, reportCalls } from './money-calls.ts'
import { type Calls, day, middleOf, type ReadingCall, reading, searches } from './reading.ts'
import { kinds, type Scale, seededId } from './seed-statements.ts'

/** The filters of the staff's list of employees, each alone and the usual ones together. */
function employeeFilters(): [string, QueryOf<typeof employees.optimizedList>][] {
  const largest = seededId(kinds.company, 0)
  const filters = {
    'no filter': {},
    'oldest first': { sort: 'createdAt' },
    company: { companyId: largest },
    'filter type GENERAL': { filterType: 'GENERAL' },
    'filter type POST_PROCESSING': { filterType: 'POST_PROCESSING' },
    'filter type FROM_PROCESSED': { filterType: 'FROM_PROCESSED' },
    'filter type NO_ORDER': { filterType: 'NO_ORDER' },
    'order status, rare': { orderStatus: 'WIX' },
    'no order': { orderStatus: 'NONE' },
    'order statuses, several': { orderStatus: 'CONFIRMED,PROCESSED,CASE_X' },
    'payment status, rare': { paymentStatus: 'PENDING' },
    'payment statuses, several': { paymentStatus: 'PAID,COMPLETED' },
    'created, a month': { createdStart: day(400), createdEnd: day(370) },
    'created, from': { createdStart: day(900) },
    'processed, a month': { processedStart: day(400), processedEnd: day(370) },
    'processed, until': { processedEnd: day(900) },
    'status PENDING': { status: 'PENDING' },
    'status REJECTED': { status: 'REJECTED' },
    unit: { unitId: seededId(kinds.unit, 2) },
    'cost unit': { costUnit: 'KP-7' },
    'cost unit, none such': { costUnit: 'KP-none' },
    'payroll group': { payRollOther: 'Ryhmä 20' },
    'status and payment': { orderStatus: 'CASE_X', paymentStatus: 'PENDING' },
    'status, cost unit and dates': {
      status: 'REJECTED',
      costUnit: 'KP-7',
      createdStart: day(900),
      createdEnd: day(30),
    },
    'search and order status': { search: 'tavallinen', orderStatus: 'CONFIRMED' },
    'search and company': { search: 'tavallinen', companyId: largest },
    'page 500': { page: 500, pageSize: 20 },
    'page 1,000': { page: 1000, pageSize: 100 },
  } as const
  return Object.entries(filters) as [string, QueryOf<typeof employees.optimizedList>][]
}

/** Those that employers use. */
const employersFilters = [
  'no filter',
  'order status, rare',
  'created, a month',
  'status PENDING',
  'unit',
  'cost unit',
  'payroll group',
  'page 500',
  'processed, a month',
]

function employeeCalls(scale: Scale): Calls {
  const largest = seededId(kinds.company, 0)
  const list = reading(employees.optimizedList)
  const all = employeeFilters()
  return [
    ...all.map(([name, query]) => list('staff', name, { query })),
    ...Object.entries(searches).map(([name, search]) => list('staff', `search, ${name}`, { query: { search } })),
    ...all
      .filter(([name]) => employersFilters.includes(name))
      .flatMap(([name, query]) => (['employer', 'group'] as const).map((as) => list(as, name, { query }))),
    ...(['employer', 'group'] as const).flatMap((as) =>
      Object.entries(searches).map(([name, search]) => list(as, `search, ${name}`, { query: { search } })),
    ),
    list('employer', 'search, own address', { query: { search: '@yritys0.example' } }),
    list('beneficiary', 'own rows'),
    ...(['beneficiary', 'employer'] as const).map((as) => reading(orders.own)(as, 'own orders')),
    reading(employees.ofCompany)('employer', 'largest company', { params: { id: largest } }),
    reading(employees.details)('staff', 'one person', { params: { id: seededId(kinds.employee, middleOf(scale)) } }),
    ...(['staff', 'employer', 'group'] as const).map((as) => reading(employees.overview)(as, 'overview')),
    reading(employees.overview)('staff', 'overview of a company', { query: { companyId: largest } }),
    ...(['staff', 'employer'] as const).map((as) => reading(employees.withOrders)(as, 'with orders')),
    reading(employees.withOrders)('staff', 'with orders, search', { query: { search: 'harvinainen' } }),
    ...(['staff', 'employer'] as const).map((as) => reading(employees.withAllData)(as, 'with all data')),
    reading(employees.mine)('beneficiary', 'mine'),
  ]
}

function orderCalls(scale: Scale): Calls {
  const list = reading(orders.list)
  const orderId = seededId(kinds.order, middleOf(scale))
  const filters = {
    'no filter': {},
    'longest waiting': { sort: 'waiting' },
    'one status, longest waiting': { orderStatus: 'CONFIRMED', sort: 'waiting' },
    'open statuses, longest waiting': { filterType: 'POST_PROCESSING', sort: 'waiting' },
    'general statuses, longest waiting': { filterType: 'GENERAL', sort: 'waiting' },
    'from processed': { filterType: 'FROM_PROCESSED' },
    'confirmed online': { orderStatus: 'CONFIRMED', online: true },
    online: { online: true },
    company: { companyId: seededId(kinds.company, 0) },
    'search, order number': { search: 'P-26-00' },
    'search, common': { search: 'tavallinen' },
    'search, rare': { search: 'harvinainen' },
    'search, two letters': { search: 'ma' },
    'page 500': { page: 500 },
    'page 1,000': { page: 1000, limit: 100 },
  } as const
  const all = Object.entries(filters) as [string, QueryOf<typeof orders.list>][]
  return [
    ...all.map(([name, query]) => list('staff', name, { query })),
    ...all.map(([name, query]) => list('employer', name, { query })),
    list('group', 'no filter'),
    ...['common', 'rare', 'two letters'].map((name) =>
      list('group', `search, ${name}`, { query: { search: searches[name as keyof typeof searches] } }),
    ),
    list('beneficiary', 'own rows'),
    ...(['staff', 'employer'] as const).map((as) => reading(orders.all)(as, 'all, at most 500')),
    reading(orders.confirmedOnlineCount)('staff', 'confirmed online count'),
    reading(orders.get)('staff', 'one order', { params: { orderId } }),
    reading(orders.get)('beneficiary', 'one order', { params: { orderId } }),
    reading(orders.timeline)('staff', 'timeline', { params: { orderId } }),
  ]
}

function paperCalls(scale: Scale): Calls {
  const n = middleOf(scale)
  const [agreement, document, invoice] = [
    reading(agreements.list),
    reading(agreements.documents),
    reading(invoices.list),
  ]
  const employee = seededId(kinds.employee, n)
  return [
    ...(['staff', 'employer', 'beneficiary'] as const).flatMap((as) => [
      agreement(as, 'agreements'),
      document(as, 'documents'),
      invoice(as, 'invoices'),
    ]),
    ...(['staff', 'employer'] as const).flatMap((as) =>
      ['common', 'rare', 'two letters'].map((name) =>
        document(as, `documents, ${name}`, { query: { search: searches[name as keyof typeof searches] } }),
      ),
    ),
    ...(['staff', 'employer'] as const).flatMap((as) => [
      agreement(as, 'agreements, status PENDING', { query: { status: 'PENDING' } }),
      agreement(as, 'agreements, status REJECTED', { query: { status: 'REJECTED' } }),
      agreement(as, 'agreements, name, common', { query: { searchName: 'tavallinen' } }),
      agreement(as, 'agreements, name, rare', { query: { searchName: 'harvinainen' } }),
      agreement(as, 'agreements, address', { query: { searchEmail: 'yritys3.example' } }),
      agreement(as, 'agreements, employee number', { query: { searchEmployeeNumber: '4242' } }),
      agreement(as, 'agreements, name, two letters', { query: { searchName: 'ma' } }),
      agreement(as, 'agreements, page 500', { query: { page: 500 } }),
      document(as, 'documents, payment PENDING', { query: { paymentStatus: 'PENDING' } }),
      document(as, 'documents, payment PAID', { query: { paymentStatus: 'PAID' } }),
      document(as, 'documents, page 500', { query: { page: 500 } }),
      invoice(as, 'invoices, sales', { query: { direction: 'SALES' } }),
      invoice(as, 'invoices, purchase and RECEIVED', { query: { direction: 'PURCHASE', status: 'RECEIVED' } }),
      invoice(as, 'invoices, rare status', { query: { status: 'PARTLY_PAID' } }),
      invoice(as, 'invoices, unmatched purchases', { query: { direction: 'PURCHASE', unmatched: true } }),
      invoice(as, 'invoices, status of none', { query: { status: 'PAYMENT_DENIED' } }),
      invoice(as, 'invoices, page 500', { query: { page: 500 } }),
    ]),
    document('staff', 'documents of a person', { query: { beneficiaryEmployeeId: employee } }),
    document('staff', 'documents of an agreement', { query: { leasingAgreementId: seededId(kinds.agreement, n) } }),
    invoice('staff', 'invoices of an order', { query: { orderId: seededId(kinds.order, n) } }),
  ]
}

/** Agreements, documents and invoices by company and kind, and sorted. */
function narrowedPaperCalls(): Calls {
  const [agreement, document, invoice] = [
    reading(agreements.list),
    reading(agreements.documents),
    reading(invoices.list),
  ]
  const largest = seededId(kinds.company, 0)
  return (['staff', 'employer'] as const).flatMap((as) => [
    agreement(as, 'agreements, running', { query: { leaseState: 'ACTIVE' } }),
    agreement(as, 'agreements, ended', { query: { leaseState: 'ENDED' } }),
    agreement(as, 'agreements of a company', { query: { companyId: largest } }),
    agreement(as, 'agreements of a company, running', { query: { companyId: largest, leaseState: 'ACTIVE' } }),
    agreement(as, 'agreements, search, common', { query: { search: 'tavallinen' } }),
    agreement(as, 'agreements, search, rare', { query: { search: 'harvinainen' } }),
    invoice(as, 'invoices of a company', { query: { companyId: largest } }),
    invoice(as, 'invoices, first due', { query: { sort: 'dueDay' } }),
    invoice(as, 'invoices, largest', { query: { sort: '-total' } }),
    invoice(as, 'invoices, rare status, first due', { query: { status: 'PARTLY_PAID', sort: 'dueDay' } }),
    document(as, 'documents, agreements', { query: { kind: 'AGREEMENT' } }),
    document(as, 'documents, certificates', { query: { kind: 'CERTIFICATE' } }),
    document(as, 'documents of a company', { query: { companyId: largest } }),
    document(as, 'documents of a company, others', { query: { companyId: largest, kind: 'OTHER' } }),
    document(as, 'documents, last signed', { query: { sort: '-leasingSignDate' } }),
    document(as, 'documents, first signed', { query: { sort: 'leasingSignDate' } }),
  ])
}

function deskCalls(): Calls {
  const users = reading(roles.users)
  const all = { roleId: roleId('BIKE_BENEFICIARY') }
  return [
    // Employers see the people of roles that they may give.
    ...(['staff', 'employer', 'group'] as const).flatMap((as) => {
      const params = as === 'staff' ? all : { roleId: roleId('EMPLOYER_REPORTING') }
      return [
        reading(roles.list)(as, 'roles'),
        users(as, 'people of a role', { params }),
        users(as, 'people of a role, search, common', { params, query: { search: 'tavallinen' } }),
        users(as, 'people of a role, search, rare', { params, query: { search: 'harvinainen' } }),
        users(as, 'people of a role, two letters', { params, query: { search: 'ma' } }),
      ]
    }),
    users('staff', 'staff of a role', { params: { roleId: roleId('INTERNAL_ADMIN') } }),
    users('staff', 'people of a role, page 500', { params: all, query: { page: 500 } }),
    reading(roles.permissions)('staff', 'permissions'),
    ...(['staff', 'employer', 'group', 'beneficiary'] as const).map((as) => reading(tasks.list)(as, 'tasks')),
    reading(today.list)('staff', 'day'),
    ...(['MINE', 'UNOWNED', 'SNOOZED'] as const).map((view) =>
      reading(today.list)('staff', `day, ${view}`, { query: { view } }),
    ),
    ...(['staff', 'employer', 'group'] as const).map((as) => reading(proposals.list)(as, 'proposals')),
    ...(['employer', 'group'] as const).map((as) => reading(signing.toSign)(as, 'agreements to sign')),
  ]
}

function registerCalls(): Calls {
  const id = seededId(kinds.company, 0)
  const groupId = seededId(kinds.group, 0)
  const bothAdmins = ['staff', 'group'] as const
  return [
    ...(['staff', 'employer', 'group', 'beneficiary'] as const).map((as) => reading(companies.list)(as, 'companies')),
    reading(companies.list)('staff', 'companies, search', { query: { search: 'yritys 12' } }),
    reading(companies.register)('staff', 'register'),
    reading(companies.register)('staff', 'register, search', { query: { search: 'yritys 1' } }),
    reading(companies.register)('staff', 'register, newest, last page', { query: { sort: '-createdAt', page: 200 } }),
    reading(companies.get)('employer', 'one company', { params: { id } }),
    reading(companies.employerPeople)('employer', 'who acts for a company', { params: { id } }),
    reading(companies.recipients)('employer', 'recipients of a company', { params: { id } }),
    reading(companyGroups.recipients)('group', 'recipients of a group', { params: { id: groupId } }),
    reading(companyGroups.get)('group', 'one group', { params: { id: groupId } }),
    reading(companies.policyVersions)('employer', 'policy versions', { params: { id } }),
    ...bothAdmins.map((as) => reading(companyGroups.list)(as, 'groups')),
    reading(companyUnits.list)('employer', 'units', { query: { companyId: id } }),
    reading(bikeStores.list)('staff', 'stores'),
    reading(bikeStores.list)('staff', 'stores, search', { query: { search: 'pyöräkauppa 12' } }),
    reading(bikeStores.minimal)('staff', 'stores to choose from'),
    reading(bikeStores.finder)('beneficiary', 'stores found'),
    reading(bikeStores.finder)('beneficiary', 'stores found, search', { query: { search: 'pyöräkauppa 12' } }),
    reading(ownBenefit.get)('beneficiary', 'own benefit'),
    reading(bikeStores.groups)('staff', 'store groups'),
    reading(leasing.companies)('staff', 'lessors'),
    reading(leasing.billingTables)('staff', 'billing tables'),
    reading(vat.list)('staff', 'VAT rates'),
    reading(terms.list)('staff', 'terms'),
    reading(provinceTaxTable.list)('staff', 'municipal taxes, search', { query: { search: 'kunta 1' } }),
    reading(taxTable.list)('staff', 'taxes'),
    reading(stateIncomeTaxTable.list)('staff', 'state taxes'),
    reading(taxpayerDeductionsTable.list)('staff', 'deductions'),
    reading(registerLinks.listOfCompany)('employer', 'links of a company', { params: { id } }),
    reading(registerLinks.listOfGroup)('staff', 'links of a group', { params: { id: groupId } }),
  ]
}

function peopleCalls(): Calls {
  const list = reading(accounts.list)
  const page = { isForList: true } as const
  const filters = {
    'people, a page': page,
    'people, first name': { ...page, firstName: 'kama' },
    'people, last name, common': { ...page, lastName: 'tavallinen' },
    'people, last name, rare': { ...page, lastName: 'harvinainen' },
    'people, address': { ...page, email: 'harvinainen77@' },
    'people, phone': { ...page, phoneNumber: '4000000077' },
    'people, search, common': { ...page, search: 'tavallinen' },
    'people, search, rare': { ...page, search: 'harvinainen' },
    'people, search, two letters': { ...page, search: 'ma' },
    'people, page 500': { ...page, page: 500 },
  } as const
  const all = Object.entries(filters) as [string, QueryOf<typeof accounts.list>][]
  return [
    ...(['staff', 'employer', 'group'] as const).flatMap((as) => all.map(([name, query]) => list(as, name, { query }))),
    list('staff', 'people of the largest company', {
      query: { isForList: true, companyId: seededId(kinds.company, 0) },
    }),
    list('employer', 'people, at most 500'),
    reading(accounts.own)('beneficiary', 'own details'),
    reading(sessions.security)('beneficiary', 'own sessions'),
    reading(memberships.mine)('beneficiary', 'own bonds'),
    reading(identityChanges.mine)('beneficiary', 'own changes of identity'),
    reading(identityChanges.open)('staff', 'open changes of identity', { params: { userId: seededId(kinds.user, 1) } }),
    reading(proofs.own)('beneficiary', 'own proofs'),
    reading(sessions.user)('staff', 'who I am'),
  ]
}

/**
 * Orders that look a name or a day up beside the row, by address: they pass over the rows of the list, of which a process
 * has some in a hundred leases; an index cannot hold what another table says.
 */
const lookedUp: Readonly<Record<string, readonly string[]>> = {
  '/api/insurance-claims': ['employeeName', 'companyName'],
  '/api/bike-returns': ['employeeName', 'companyName'],
  '/api/absence-plans': ['employeeName', 'companyName'],
  '/api/bike-redemption': ['employeeName', 'companyName', 'price'],
  '/api/redemption-payment': ['companyName', 'amount', 'dueDay'],
  '/api/company-exits': ['companyName'],
  '/api/company-exits/:id/leases': ['employeeName', 'endsOn'],
  '/api/order-cancellations': ['employeeName', 'companyName', 'orderNumber'],
  '/api/lessor-differences': ['companyName'],
  '/api/leasing-agreements/tax-reviews': ['employeeName', 'companyName', 'commitmentDate', 'endDay'],
  '/api/payment-orders': ['dueDay'],
  '/api/overpaid-invoices': ['companyName'],
  // The people of an employer; the staff's list has no column that asks for it.
  '/api/beneficiary-employee/employeesOptimizedList': ['name'],
}

/** Every list in each of its orders, as the first of its calls asks for it. */
function sortedCalls(calls: Calls): Calls {
  const firsts = new Map(calls.toReversed().map((call) => [call.spec.path, call]))
  return [...firsts.values()].flatMap((call) => {
    const sorts: { enum?: string[] } | undefined = call.spec.query?.properties.sort
    const left = (sorts?.enum ?? []).filter((sort) => !lookedUp[call.spec.path]?.includes(sort.replace('-', '')))
    return left.map((sort) => ({ ...call, name: `${call.name}, by ${sort}`, query: { ...call.query, sort } }))
  })
}

/** Every list, count, search and detail call of the product, over rows of a scale. */
export function catalogueOf(scale: Scale): readonly ReadingCall[] {
  const calls = callsOf(scale)
  return [...calls, ...sortedCalls(calls)]
}

function callsOf(scale: Scale): Calls {
  return [
    ...employeeCalls(scale),
    ...orderCalls(scale),
    ...paperCalls(scale),
    ...narrowedPaperCalls(),
    ...registerCalls(),
    ...peopleCalls(),
    ...eventCalls(),
    ...logCalls(),
    ...bankCalls(),
    ...intakeCalls(),
    ...cancellationCalls(),
    ...moneyCalls(),
    ...deskCalls(),
    ...redemptionCalls(),
    ...changeCalls(),
    ...claimCalls(),
    ...returnCalls(),
    ...brokerageCalls(),
    ...exitCalls(),
    ...lessorFileCalls(),
    ...lifeCalls(),
    ...reportCalls(),
  ]
}
