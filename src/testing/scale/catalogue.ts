import { contactForms } from '#features/ground/contact-forms/contract.ts'
import { identityChanges } from '#features/ground/identity-changes/contract.ts'
import { proofs } from '#features/ground/identity-changes/proof-contract.ts'
import { notifications } from '#features/ground/notifications/contract.ts'
import { outbox } from '#features/ground/outbox/contract.ts'
import { proposals } from '#features/ground/proposals/contract.ts'
import { sessions } from '#features/ground/sessions/contract.ts'
import { terms } from '#features/ground/terms/contract.ts'
import { absencePlans } from '#features/lease-ends/absence-plans/contract.ts'
import { brokerage } from '#features/lease-ends/brokerage/contract.ts'
import { companyExits } from '#features/lease-ends/company-exits/contract.ts'
import { insuranceClaims } from '#features/lease-ends/insurance-claims/contract.ts'
import { lifeEventCalls } from '#features/lease-ends/life-events/contract.ts'
import { orderCancellations } from '#features/lease-ends/order-cancellations/contract.ts'
import { redemptionPayments, redemptions } from '#features/lease-ends/redemptions/contract.ts'
import { returns } from '#features/lease-ends/returns/contract.ts'
import { agreements } from '#features/leases/agreements/contract.ts'
import { signing } from '#features/leases/agreements/signing/contract.ts'
import { leaseChanges } from '#features/leases/lease-changes/contract.ts'
import { lessorFiles } from '#features/leases/lessor-files/contract.ts'
import { banking } from '#features/money/banking/contract.ts'
import { billing } from '#features/money/billing/contract.ts'
import { eInvoices } from '#features/money/e-invoices/contract.ts'
import { invoices } from '#features/money/invoices/contract.ts'
import { payments } from '#features/money/payments/contract.ts'
import { payrollDeductions } from '#features/money/payroll-deductions/contract.ts'
import { accounts } from '#features/operations/accounts/contract.ts'
import { eventLog } from '#features/operations/event-log/contract.ts'
import { roles } from '#features/operations/roles/contract.ts'
import { tasks } from '#features/operations/tasks/contract.ts'
import { orders } from '#features/orders/orders/contract.ts'
import { reporting } from '#features/payroll/reporting/contract.ts'
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
import type { EndpointSpec, ParamsOf, QueryOf } from '#platform/contract/contract.ts'
import { roleId } from '#platform/server/roles/role-ids.ts'
import { addDays, addMonths, helsinkiDay, monthOf } from '#platform/values/days.ts'
import type { Caller, World } from '../world.ts'
import { kinds, type Scale, seededId, usersBeside } from './seed-statements.ts'

export type Role = 'staff' | 'employer' | 'group' | 'beneficiary'

/** One reading call of the product with filters that people use. */
export interface ReadingCall {
  readonly name: string
  readonly spec: EndpointSpec
  readonly as: Role
  readonly params?: Record<string, unknown>
  readonly query?: Record<string, unknown>
  /** A call whose answer is about every lease of a company and therefore costs by their number. */
  readonly isReport?: true
}

/** A signed-in user of every role over the seeded rows: the employer is the largest company's, the group its group's. */
export async function callersOf(world: World, scale: Scale): Promise<Record<Role, Caller>> {
  const beside = usersBeside(scale)
  const as = (n: number) => world.signIn(seededId(1, n))
  return {
    staff: await as(beside.staff),
    employer: await as(beside.employerAdmin),
    group: await as(beside.groupAdmin),
    beneficiary: await as(middleOf(scale)),
  }
}

/** Somebody in the middle with an order of the usual kind. */
const middleOf = ({ employees: all }: Scale) => Math.floor(all / 40) * 20 + 1

const today = () => helsinkiDay(new Date())
const day = (daysAgo: number) => addDays(today(), -daysAgo)
const monthAgo = (months: number) => monthOf(addMonths(today(), -months))

type Calls = ReadingCall[]

function reading<E extends EndpointSpec>(spec: E) {
  return (
    as: Role,
    name: string,
    of: { query?: Partial<QueryOf<E>>; params?: Partial<ParamsOf<E>>; isReport?: true } = {},
  ): ReadingCall => ({ spec, as, name, ...of }) as ReadingCall
}

const searches = { common: 'tavallinen', rare: 'harvinainen', 'two letters': 'ma', address: '@yritys3.example' }

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

/** Calls with a filter each, all by the staff. */
function staffCalls<E extends EndpointSpec>(spec: E, filters: Record<string, Partial<QueryOf<E>>>): Calls {
  return Object.entries(filters).map(([name, query]) => reading(spec)('staff', name, { query }))
}

function bankCalls(): Calls {
  return [
    ...staffCalls(banking.files, { 'bank files': {}, 'bank files, page 50': { page: 50 } }),
    ...staffCalls(banking.statements, {
      statements: {},
      'statements that do not fit': { proof: 'DIFFERS' },
      'statements, page 50': { page: 50 },
    }),
    ...staffCalls(banking.doubts, {
      'put aside': {},
      'put aside, open': { state: 'OPEN' },
      'put aside, page 50': { page: 50 },
    }),
    ...staffCalls(banking.entries, {
      movements: {},
      'movements, open': { state: 'OPEN' },
      'movements, open credits': { state: 'OPEN', direction: 'CREDIT' },
      'movements, aside': { state: 'ASIDE' },
      'movements, debits': { direction: 'DEBIT' },
      'movements, name, common': { search: 'tavallinen' },
      'movements, name, rare': { search: 'harvinainen' },
      'movements, reference': { search: '50 00025' },
      'movements, two letters': { search: 'ma' },
      'movements, page 500': { page: 500 },
    }),
    reading(banking.entry)('staff', 'one movement with proposals', { params: { id: seededId(67, 2) } }),
    ...staffCalls(banking.orders, {
      'payment orders': {},
      'payment orders, queued': { state: 'QUEUED' },
      'payment orders, rejected': { state: 'REJECTED' },
      'payment orders of a file': { paymentFileId: seededId(70, 3) },
      'payment orders, page 500': { page: 500 },
    }),
    ...staffCalls(banking.overpaid, { 'overpaid invoices': {}, 'overpaid invoices, page 5': { page: 5 } }),
    ...staffCalls(banking.paymentFiles, { 'payment files': {}, 'payment files, page 5': { page: 5 } }),
    ...staffCalls(eInvoices.sent, {
      'e-invoices': {},
      'e-invoices, waiting': { state: 'WAITING' },
      'e-invoices, rejected': { state: 'REJECTED' },
      'e-invoices, acknowledged, page 50': { state: 'ACKNOWLEDGED', page: 50 },
    }),
    ...staffCalls(eInvoices.received, {
      received: {},
      'received, waiting': { state: 'WAITING' },
      'received, refused': { state: 'REFUSED' },
      'received, page 500': { page: 500 },
    }),
    reading(billing.runs)('staff', 'billing runs'),
  ]
}

function cancellationCalls(): Calls {
  const list = reading(orderCancellations.list)
  const filters = {
    cancellations: {},
    'cancellations, open': { status: 'PENDING' },
    'cancellations, payer': { payer: 'BIKE_STORE' },
    'cancellations, payer of none': { payer: 'SVEA' },
    'cancellations, company': { companyId: seededId(kinds.company, 0) },
    'cancellations, search, common': { search: 'tavallinen' },
    'cancellations, search, rare': { search: 'harvinainen' },
    'cancellations, search, two letters': { search: 'ma' },
    'cancellations, page 50': { page: 50 },
  } as const
  const all = Object.entries(filters) as [string, QueryOf<typeof orderCancellations.list>][]
  return [
    ...(['staff', 'employer'] as const).flatMap((as) => all.map(([name, query]) => list(as, name, { query }))),
    ...(['group', 'beneficiary'] as const).map((as) => list(as, 'cancellations')),
  ]
}

function moneyCalls(): Calls {
  const own = { 'user payments, own': {}, 'user payments, own open': { isUserPaymentDone: false } }
  return [
    ...staffCalls(invoices.payments, {
      payments: {},
      'payments on account': { unallocated: true },
      'payments, method': { method: 'PAYTRAIL' },
      'payments, method of none': { method: 'SVEA' },
      'payments, a month': { from: day(430), to: day(400) },
      'payments, page 500': { page: 500 },
    }),
    ...staffCalls(invoices.list, {
      'invoices, due': { due: 'OPEN' },
      'invoices, overdue': { due: 'OVERDUE' },
      'invoices, to repay': { due: 'TO_REPAY' },
      'invoices, purpose': { purpose: 'INSTALMENT' },
      'invoices, purpose of none': { purpose: 'RETURN_FEE' },
      'invoices, search, common': { search: 'tavallinen' },
      'invoices, search, rare': { search: 'harvinainen' },
      'invoices, search, number': { search: 'H-77' },
      'invoices, search, two letters': { search: 'ma' },
    }),
    ...(['OPEN', 'OVERDUE'] as const).map((due) =>
      reading(invoices.list)('employer', `invoices, ${due}`, { query: { due } }),
    ),
    ...(['staff', 'beneficiary'] as const).map((as) => reading(payments.list)(as, 'user payments')),
    reading(payments.refunds)('staff', 'online refunds of an invoice', { params: { id: seededId(50, 102) } }),
    ...staffCalls(payments.optimized, {
      'user payments': {},
      'user payments, open': { isUserPaymentDone: false },
      'user payments, done': { isUserPaymentDone: true },
      'user payments, created, a month': { createdFrom: day(430), createdTo: day(400) },
      'user payments, sent, a month': { sentFrom: day(430), sentTo: day(400) },
      'user payments, paid, a month': { paidFrom: day(430), paidTo: day(400) },
      'user payments, search, common': { searchTerm: 'tavallinen' },
      'user payments, search, rare': { searchTerm: 'harvinainen' },
      'user payments, search, two letters': { searchTerm: 'ma' },
      'user payments, page 500': { page: 500 },
    }),
    ...Object.entries(own).map(([name, query]) => reading(payments.optimized)('beneficiary', name, { query })),
  ]
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
    reading(bikeStores.groups)('staff', 'store groups'),
    reading(leasing.companies)('staff', 'lessors'),
    reading(leasing.billingTables)('staff', 'billing tables'),
    reading(vat.list)('staff', 'VAT rates'),
    reading(terms.list)('staff', 'terms'),
    reading(provinceTaxTable.list)('staff', 'municipal taxes, search', { query: { search: 'kunta 1' } as never }),
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

/** The number that the seeded rows give to the order of a place. */
const numberOfOrder = (n: number) =>
  `P-26-${((BigInt(n) * 2_654_435_761n) % 4_294_967_296n).toString(16).padStart(8, '0').toUpperCase()}`

function eventCalls(): Calls {
  const event = reading(eventLog.list)
  return [
    ...(['staff', 'employer', 'group', 'beneficiary'] as const).map((as) => event(as, 'events')),
    ...(['staff', 'employer'] as const).flatMap((as) => [
      event(as, 'events, rare type', { query: { type: 'ORDER_PACKAGE_UPDATED' } }),
      event(as, 'events, common type', { query: { type: 'ORDER_STATUS_UPDATED' } }),
      event(as, 'events, type of none', { query: { type: 'BIKE_REDEMPTION_COMPLETED' } }),
      event(as, 'events, subject', { query: { subjectType: 'employee' } }),
      event(as, 'events, subject of none', { query: { subjectType: 'invoice' } }),
      event(as, 'events, subject and type', { query: { subjectType: 'order', type: 'EMPLOYEE_REGISTERED' } }),
      event(as, 'events, a month', { query: { from: day(430), to: day(400) } }),
      event(as, 'events, page 500', { query: { page: 500 } }),
      event(as, 'events, search, number', { query: { search: numberOfOrder(1) } }),
      event(as, 'events, search, number of none', { query: { search: 'P-26-00000000' } }),
    ]),
    ...Object.entries({
      common: 'tavallinen',
      rare: 'harvinainen',
      'two letters': 'ma',
      'who did most': 'vihahy leju',
    }).map(([name, search]) => event('staff', `events, search, ${name}`, { query: { search } })),
    event('staff', 'events, search and type', { query: { search: 'vihahy leju', type: 'ORDER_PACKAGE_UPDATED' } }),
    event('staff', 'events of a company', { query: { companyId: seededId(kinds.company, 0) } }),
  ]
}

function logCalls(): Calls {
  const [message, notice, form] = [reading(outbox.list), reading(notifications.list), reading(contactForms.list)]
  return [
    message('staff', 'messages'),
    message('staff', 'messages, dead', { query: { status: 'DEAD' } }),
    message('staff', 'messages, dead texts', { query: { status: 'DEAD', channel: 'SMS' } }),
    message('staff', 'messages, waiting', { query: { status: 'PENDING' } }),
    message('staff', 'messages, texts', { query: { channel: 'SMS' } }),
    message('staff', 'messages, recipient, common', { query: { search: 'tavallinen' } }),
    message('staff', 'messages, recipient, rare', { query: { search: 'harvinainen77' } }),
    message('staff', 'messages, recipient, two letters', { query: { search: 'ma' } }),
    message('staff', 'messages, page 500', { query: { page: 500 } }),
    ...(['staff', 'beneficiary'] as const).flatMap((as) => [
      notice(as, 'notifications'),
      notice(as, 'notifications, unread', { query: { unreadOnly: true } }),
      notice(as, 'notifications, urgent', { query: { priority: 'HIGH' } }),
      reading(notifications.checker)(as, 'notification poll', {
        query: { lastFetch: new Date(Date.now() - 30_000).toISOString() },
      }),
      reading(notifications.unreadCount)(as, 'unread count'),
    ]),
    form('staff', 'contact forms'),
    form('staff', 'contact forms, unchecked', { query: { checked: false } }),
    form('staff', 'contact forms, search', { query: { search: 'tavallinen' } }),
    form('staff', 'contact forms, search, rare', { query: { search: 'harvinainen' } }),
    form('staff', 'contact forms, search, two letters', { query: { search: 'ma' } }),
    reading(contactForms.uncheckedCount)('staff', 'unchecked count'),
  ]
}

function changeCalls(): Calls {
  return [reading(leaseChanges.reviews)('staff', 'reviews of taxation')]
}

function redemptionCalls(): Calls {
  const list = reading(redemptions.list)
  const searches = {
    'no filter': {},
    'one status': { status: 'PENDING' },
    'paid online': { paymentMethod: 'PAYTRAIL' },
  } as const
  return [
    ...(['staff', 'employer', 'group', 'beneficiary'] as const).map((as) => list(as, 'redemptions')),
    ...Object.entries(searches).map(([name, query]) => list('staff', `redemptions, ${name}`, { query })),
    list('staff', 'redemptions, search', { query: { search: 'tavallinen' } }),
    ...(['staff', 'beneficiary'] as const).map((as) => reading(redemptionPayments.list)(as, 'redemption payments')),
    reading(redemptionPayments.list)('staff', 'redemption payments, not paid', { query: { status: 'NOT_PAID' } }),
    reading(redemptionPayments.list)('staff', 'redemption payments, search', { query: { search: 'tavallinen' } }),
  ]
}

function claimCalls(): Calls {
  const list = reading(insuranceClaims.list)
  const filters = {
    'one status': { status: 'PENDING' },
    'one type': { type: 'THEFT' },
    search: { searchTerm: 'tavallinen' },
  } as const
  return [
    ...(['staff', 'employer', 'group', 'beneficiary'] as const).map((as) => list(as, 'claims')),
    ...Object.entries(filters).map(([name, query]) => list('staff', `claims, ${name}`, { query })),
  ]
}

function brokerageCalls(): Calls {
  const offers = reading(brokerage.list)
  const filters = {
    search: { search: 'tavallinen' },
    'a kind and a price': { kind: 'ELECTRIC', maxInstalment: 100 },
    'by price': { sort: 'price' },
    'by months': { sort: '-months' },
  } as const
  return [
    ...(['staff', 'employer', 'group', 'beneficiary'] as const).flatMap((as) => [
      offers(as, 'bikes on offer'),
      reading(brokerage.cases)(as, 'offers as a party'),
    ]),
    ...Object.entries(filters).map(([name, query]) => offers('beneficiary', `bikes on offer, ${name}`, { query })),
    reading(brokerage.cases)('staff', 'offers, one step', { query: { step: 'REVIEW' } }),
    reading(brokerage.cases)('staff', 'offers, search', { query: { search: 'tavallinen' } }),
  ]
}

function lifeCalls(): Calls {
  const list = reading(absencePlans.list)
  return [
    ...(['staff', 'employer', 'group', 'beneficiary'] as const).map((as) => list(as, 'absence plans')),
    list('staff', 'absence plans, one state', { query: { state: 'CONFIRMED' } }),
    reading(lifeEventCalls.leases)('beneficiary', 'own leases for life events'),
  ]
}

function exitCalls(): Calls {
  const list = reading(companyExits.list)
  const leases = reading(companyExits.leases)
  const params = { id: seededId(90, 0) }
  return [
    ...(['staff', 'employer', 'group'] as const).map((as) => list(as, 'leaving companies')),
    leases('staff', 'leases of a leaving company', { params }),
    leases('staff', 'leases of a leaving company, page 2', { params, query: { page: 2 } }),
  ]
}

function lessorFileCalls(): Calls {
  return [
    ...staffCalls(lessorFiles.list, { 'lessor files': {}, 'lessor files, page 50': { page: 50 } }),
    ...staffCalls(lessorFiles.list, { 'lessor files, one lessor': { leasingCompanyId: seededId(26, 0) } }),
    ...staffCalls(lessorFiles.differences, {
      'lessor differences': {},
      'lessor differences, open': { state: 'OPEN' },
      'lessor differences, one lessor': { leasingCompanyId: seededId(26, 0) },
      'lessor differences, page 50': { page: 50 },
    }),
  ]
}

function returnCalls(): Calls {
  const list = reading(returns.list)
  return [
    ...(['staff', 'employer', 'group', 'beneficiary'] as const).map((as) => list(as, 'returns')),
    list('staff', 'returns, one step', { query: { step: 'RECEIVED' } }),
    list('staff', 'returns, search', { query: { search: 'tavallinen' } }),
  ]
}

function reportCalls(): Calls {
  const companyId = seededId(kinds.company, 0)
  const small = seededId(kinds.company, 20)
  return [
    ...(['staff', 'employer', 'group'] as const).map((as) => reading(reporting.companies)(as, 'companies of reports')),
    reading(reporting.months)('employer', 'payroll months, largest company', { query: { companyId }, isReport: true }),
    reading(reporting.months)('staff', 'payroll months, small company', {
      query: { companyId: small },
      isReport: true,
    }),
    reading(reporting.rows)('employer', 'open month, largest company', {
      params: { companyId, month: monthAgo(0) },
      isReport: true,
    }),
    reading(reporting.rows)('employer', 'locked month, largest company', {
      params: { companyId, month: monthAgo(1) },
      isReport: true,
    }),
    reading(payrollDeductions.list)('employer', 'deductions of a month', { params: { companyId, month: monthAgo(0) } }),
    reading(reporting.group)('group', 'month over a group', {
      params: { groupCompanyId: seededId(kinds.group, 0), month: monthAgo(0) },
      isReport: true,
    }),
    reading(reporting.leases)('employer', 'statistics, largest company', { query: { companyId }, isReport: true }),
  ]
}

/** Every list, count, search and detail call of the product, over rows of a scale. */
export function catalogueOf(scale: Scale): readonly ReadingCall[] {
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

/** Calls through the whole application, as somebody of the call's role. */
export function read(world: World, callers: Record<Role, Caller>, call: ReadingCall) {
  return world.ok(call.spec, { as: callers[call.as], params: call.params as never, query: call.query as never })
}
