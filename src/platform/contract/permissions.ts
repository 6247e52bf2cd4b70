/**
 * The roles of the specification and, last, who reads the books. The rows in the database are data; these are seeded and
 * cannot be renamed.
 */
export const roleNames = [
  'INTERNAL_ADMIN',
  'SUPER_ADMIN',
  'EMPLOYER_ADMIN',
  'EMPLOYER_EDITOR',
  'EMPLOYER_GROUP_ADMIN',
  'EMPLOYER_REPORTING',
  'BIKE_BENEFICIARY',
  'BOOKKEEPING_READER',
] as const
export type RoleName = (typeof roleNames)[number]

/** Which rows a role assignment reaches: all, those of a group's companies, one company's, one's own. */
export const scopeKinds = ['ALL', 'GROUP', 'COMPANY', 'SELF'] as const
export type ScopeKind = (typeof scopeKinds)[number]

export const scopeKindOfRole: Record<RoleName, ScopeKind> = {
  INTERNAL_ADMIN: 'ALL',
  SUPER_ADMIN: 'ALL',
  EMPLOYER_ADMIN: 'COMPANY',
  EMPLOYER_EDITOR: 'COMPANY',
  EMPLOYER_GROUP_ADMIN: 'GROUP',
  EMPLOYER_REPORTING: 'COMPANY',
  BIKE_BENEFICIARY: 'SELF',
  BOOKKEEPING_READER: 'ALL',
}

/** Nobody grants a role above their own tier. */
export const tierOfRole: Record<RoleName, number> = {
  SUPER_ADMIN: 4,
  INTERNAL_ADMIN: 3,
  EMPLOYER_GROUP_ADMIN: 2,
  EMPLOYER_ADMIN: 1,
  EMPLOYER_EDITOR: 0,
  EMPLOYER_REPORTING: 0,
  BIKE_BENEFICIARY: 0,
  BOOKKEEPING_READER: 2,
}

/**
 * The catalogue: every permission with the roles that hold it at first. Columns: internal admin, super admin,
 * employer admin, editor, group admin, reporting, beneficiary, reader of the books; a letter grants, a dot does not.
 */
const catalogue = {
  'admin:access': 'IS......',
  'bookkeeping:access': '.......L',
  'employer:access': '..AEG...',
  'employer-settings:access': '..A.G...',
  'employer-terms:accept': '..A.G...',
  'reporting:access': 'ISA.GR..',
  'mybike:access': '......B.',
  'user:read': 'ISAEG.B.',
  'user:create': 'ISAEG...',
  'user:update': 'ISAEG.B.',
  'user:activate': 'ISA.G...',
  'user:deactivate': 'ISA.G...',
  'identity-change:propose': 'IS......',
  'identity-change:confirm': 'IS......',
  'user:impersonate': '.S......',
  'role:read': 'ISA.G...',
  'permission:read': 'ISA.G...',
  'role:assign': 'ISA.G...',
  'role:unassign': 'ISA.G...',
  'role:create': 'IS......',
  'role:grant-permission': 'IS......',
  'role:delete': '.S......',
  'proposal:read': 'ISA.G...',
  'proposal:confirm': 'ISA.G...',
  'company:read': 'ISAEGRB.',
  'company:create': 'IS......',
  'company:update': 'ISA.G...',
  'company:delete': '.S......',
  'company:exit': 'IS......',
  'group-company:read': 'IS..G...',
  'group-company:write': 'IS......',
  'group-company:delete': '.S......',
  'company-unit:read': 'ISAEGR..',
  'company-unit:write': 'ISA.G...',
  'bike-policy:read': 'ISAEGRB.',
  'bike-policy:update': 'ISA.G...',
  'register-link:create': 'ISAEG...',
  'payroll-recipient:read': 'ISA.GR..',
  'payroll-recipient:write': 'ISA.G...',
  'employee:read': 'ISAEGRB.',
  'employee:create': 'ISAEG...',
  'employee:update': 'ISAEG...',
  'employee:decide': 'ISAEG...',
  'employee:grant-role': 'ISA.G...',
  'employee:read-note': 'ISAEG...',
  'employee:read-absence-reason': '..A...B.',
  'employee:read-private': 'ISA.G.B.',
  'order:read': 'ISAEGRB.',
  'order:start': 'IS....B.',
  'order:edit-package': 'IS....B.',
  'order:answer': 'IS....B.',
  'order:set-delivery': 'IS....B.',
  'order:read-security-code': 'IS....B.',
  'order:confirm': 'IS....B.',
  'order:process': 'IS......',
  'order:match-invoice': 'IS......',
  'order:bill': 'IS......',
  'order:start-lease': 'IS......',
  'order:hold': 'IS......',
  'order:case-x': 'IS......',
  'order:step-back': 'IS......',
  'order:cancel-early': 'ISAEG.B.',
  'order:import-legacy': '.S......',
  'order-cancellation:read': 'ISA.G.B.',
  'order-cancellation:create': 'IS......',
  'order-cancellation:update': 'IS......',
  'order-cancellation:complete': 'IS......',
  'order-cancellation:delete': '.S......',
  'order-cancellation:request': '..AEG.B.',
  'agreement:read': 'ISAEGRB.',
  'agreement:sign-employer': '..AEG...',
  'agreement:sign-employee': '......B.',
  'agreement:update-payment': 'IS......',
  'agreement:end': 'IS......',
  'leasing-company:read': 'IS......',
  'leasing-company:write': 'IS......',
  'leasing:compute-term': 'ISAEG.B.',
  'leasing-feed:read': 'IS......',
  'lessor-file:read': 'IS......',
  'lessor-file:write': 'IS......',
  'signed-document:read': 'ISAEG.B.',
  'signed-document:create': 'IS......',
  'signed-document:update': 'IS......',
  'signed-document:delete': '.S......',
  'life-event:read': 'ISA.G.B.',
  'absence-plan:read': 'ISA.G.B.',
  'absence-plan:make': '..A.G.B.',
  'absence-plan:confirm': '..A.G.B.',
  'return:read': 'ISAEG.B.',
  'return:request': 'ISA.G.B.',
  'return:approve': '..A.G...',
  'return:receive': 'IS......',
  'return:inspect': 'IS......',
  'redemption:read': 'ISAEGRB.',
  'redemption:request': 'ISAEG.B.',
  'redemption:accept': '..A.G.B.',
  'redemption:withdraw': '......B.',
  'redemption:manage': 'IS......',
  'redemption:delete': '.S......',
  'redemption-payment:read': 'IS....B.',
  'redemption-payment:write': 'IS......',
  'redemption-payment:delete': '.S......',
  'user-payment:read': 'IS....B.',
  'brokerage:read': 'ISAEGRB.',
  'brokerage:create': 'IS....B.',
  'brokerage:update': 'IS....B.',
  'brokerage:reserve': '......B.',
  'brokerage:withdraw': 'IS....B.',
  'brokerage:review': 'IS......',
  'brokerage:delete': '.S......',
  'brokerage:accept-transfer': '..AEG...',
  'insurance-claim:read': 'ISA.G.B.',
  'insurance-claim:create': 'IS....B.',
  'insurance-claim:manage': 'IS......',
  'insurance-claim:delete': '.S......',
  'bike-service:read': 'IS....B.',
  'bike-service:use': '......B.',
  'bike-store:read': 'IS......',
  'bike-store:read-minimal': 'ISAEG.B.',
  'bike-store:write': 'IS......',
  'bike-store:delete': '.S......',
  'billing-table:read': 'IS......',
  'billing-table:write': 'IS......',
  'billing-table:delete': '.S......',
  'invoice:read': 'ISA.GRBL',
  'e-invoice:send': 'IS......',
  'e-invoice:receive': 'IS......',
  'bank:read': 'IS.....L',
  'bank:import': 'IS......',
  'bank:match': 'IS......',
  'bank:pay': 'IS......',
  'bank:release': 'IS......',
  'invoice:write': 'IS......',
  'invoice:credit': 'IS......',
  'payment:read': 'IS.....L',
  'payment:write': 'IS......',
  'payment:repay': 'IS......',
  'repayment:approve-account': '..A.G...',
  'bookkeeping:close': 'IS......',
  'billing:run': 'IS......',
  'billing:read': 'ISA.GR..',
  'statistics:read': 'ISA.GR..',
  'payroll-report:read': 'ISA.GR..',
  'payroll-report:export': 'ISA.GR..',
  'payroll-report:lock': 'ISA.G...',
  'payroll-report:send': 'ISA.G...',
  'contact-form:read': 'IS......',
  'contact-form:check': 'IS......',
  'notification:read': 'ISAEGRBL',
  'notification:write': 'ISAEGRBL',
  'preferences:read': 'IS....B.',
  'preferences:write': 'ISAEGRBL',
  'event-log:read': 'ISAEG.B.',
  'event-log:verify-export': '.S......',
  'personal-data:export': 'IS......',
  'personal-data:decide': 'IS......',
  'settings:write': '.S......',
  'tax-table:read': 'IS......',
  'tax-table:write': 'IS......',
  'vat:read': 'ISAEGR.L',
  'terms:write': 'IS......',
  'vat:write': 'IS......',
  'outbox:read': 'IS......',
  'outbox:retry': 'IS......',
  'job:run': 'IS......',
  'task:remind': 'IS......',
  'task:read': 'ISAEG.B.',
} as const satisfies Record<string, string>

export type PermissionName = keyof typeof catalogue

/** The role that reads and acts on nothing, whatever permission it is given. */
export const readingRole = 'BOOKKEEPING_READER' satisfies RoleName

/** What it may still write: the holder's own bell and choices. */
export const ownWrites: ReadonlySet<PermissionName> = new Set(['notification:write', 'preferences:write'])

export const permissionNames = Object.keys(catalogue) as PermissionName[]

/**
 * The kinds of role that may hold a permission: those of the roles that hold it at first. What only the staff's roles
 * hold reaches every company, so an employer's role with it would reach them too.
 */
export function scopeKindsOf(name: PermissionName): ScopeKind[] {
  const held = new Set(
    roleNames.filter((_, column) => catalogue[name][column] !== '.').map((role) => scopeKindOfRole[role]),
  )
  const ofEmployer = held.has('COMPANY') || held.has('GROUP')
  return scopeKinds.filter((kind) => held.has(kind) || (ofEmployer && (kind === 'COMPANY' || kind === 'GROUP')))
}

/** The permissions that a role holds when the database is new. */
export function seededPermissionsOf(role: RoleName): PermissionName[] {
  const column = roleNames.indexOf(role)
  return permissionNames.filter((name) => catalogue[name][column] !== '.')
}
