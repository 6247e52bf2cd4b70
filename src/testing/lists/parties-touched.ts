import type { PermissionName } from '#platform/contract/permissions.ts'
import { both, ee, er, type Touching } from './parties.ts'
import { touchingLast } from './parties-touched-last.ts'

/** Those from absence plans to identity changes. */
const touchingFirst: Partial<Record<PermissionName, Touching>> = {
  'absence-plan:confirm': { parties: both, within: 'absence plans.update' },
  'absence-plan:make': {
    parties: both,
    calls: {
      'absence plans.create': 'absence-plans:notice.*',
      'absence plans.update': 'absence-plans:notice.*',
      'absence plans.collect': 'absence-plans:notice.collected',
    },
  },
  'agreement:end': {
    parties: both,
    calls: {
      'lease-changes.end': 'lease-changes:notice.*',
      'lease-changes.takeBackEnd': 'lease-changes:notice.*',
    },
  },
  'agreement:read': {
    parties: both,
    calls: {
      'signing.requestCode': '- own',
      'signing.sign': 'orders:employerNotice.sign',
      'signing.reject': 'orders:notice.*',
    },
  },
  'agreement:sign-employee': { parties: [er], within: 'signing.requestCode' },
  'agreement:sign-employer': { parties: [ee], calls: { 'signing.signAll': 'orders:notice.confirm' } },
  'agreement:update-payment': {
    parties: both,
    calls: {
      'lease-changes.changePayment': 'lease-changes:notice.*',
      'lease-changes.review': 'lease-changes:employerNotice.*',
    },
  },
  'bike-service:use': {
    parties: ['STORE'],
    calls: { 'bike-services.make': '- own', 'bike-services.cancel': '- page', 'bike-services.dispute': '- task' },
  },
  'bank:import': { parties: ['PAYEE', er], calls: { 'banking.takeIn': 'proposal BANK_FILE' } },
  'bank:match': {
    parties: ['PAYEE', er, ee],
    calls: {
      'banking.explain': '- books',
      'banking.takeDoubt': '- paid',
      'banking.dismissDoubt': '- books',
      'intake.take': '- paid',
      'intake.dismiss': '- books',
      'banking.settle': '- books',
      'banking.match': '- paid',
      'banking.setAside': '- books',
      'banking.reopen': '- paid',
      'insurance-claims.match': '- paid',
    },
  },
  'bank:pay': {
    parties: ['PAYEE'],
    calls: {
      'banking.queue': '- draft',
      'banking.confirmPayee': '- draft',
      'banking.remove': '- draft',
      'banking.make': '- draft',
      'banking.withdraw': '- draft',
    },
  },
  'bank:release': { parties: ['PAYEE'], calls: { 'banking.release': '- second' } },
  'bike-policy:update': { parties: both, calls: { 'companies.changePolicy': 'companies:notice.policy' } },
  'bike-store:delete': {
    parties: ['STORE'],
    calls: { 'bike-stores.remove': '- empty', 'bike-stores.removeGroup': '- books' },
  },
  'bike-store:write': {
    parties: ['STORE', 'PAYEE'],
    calls: {
      'bike-stores.create': 'bike-stores:mail.bankAccount',
      'bike-stores.update': 'bike-stores:mail.emailChanged',
      'bike-stores.confirmAccount': 'bike-stores:mail.bankAccountDone',
      'bike-stores.refuseAccount': 'bike-stores:mail.bankAccountDone',
      'bike-stores.importStores': 'bike-stores:mail.bankAccount',
      'bike-stores.createGroup': '- books',
      'bike-stores.updateGroup': '- books',
    },
  },
  'billing-table:delete': { parties: both, calls: { 'leasing.removeBillingTable': '- empty' } },
  'billing-table:write': {
    parties: both,
    calls: {
      'leasing.createBillingTable': '- future',
      'leasing.updateBillingTable': '- future',
      'fair values.set': '- future',
    },
  },
  'billing:run': {
    parties: both,
    calls: {
      'billing.start': 'billing:notice.ready',
      'billing.approve': 'invoices:mail.*',
      'late money.bill': 'invoices:mail.*',
    },
  },
  'bookkeeping:close': {
    parties: [er],
    calls: {
      'bookkeeping.close': '- books',
      'bookkeeping.file': '- books',
      'bookkeeping.open': 'proposal PERIOD_OPENING',
      'late money.addRate': 'proposal REFERENCE_RATE',
      'late money.changeRate': 'proposal REFERENCE_RATE',
    },
  },
  'brokerage:accept-transfer': { parties: both, within: 'brokerage.update' },
  'brokerage:create': { parties: [ee], calls: { 'brokerage.create': 'brokerage:notice.draft' } },
  'brokerage:delete': { parties: [ee], calls: { 'brokerage.remove': 'brokerage:notice.*.*' } },
  'brokerage:read': {
    parties: both,
    calls: {
      'brokerage.update': 'brokerage:notice.*.*',
      'brokerage.signingCode': '- own',
      'brokerage.sign': 'brokerage:notice.*.*',
    },
  },
  'brokerage:reserve': { parties: [ee], within: 'brokerage.update' },
  'brokerage:review': { parties: [ee], within: 'brokerage.update' },
  'brokerage:update': {
    parties: [ee],
    calls: { 'brokerage.addPhoto': '- draft', 'brokerage.removePhoto': '- draft' },
  },
  'brokerage:withdraw': { parties: [ee], within: 'brokerage.update' },
  'company:create': { parties: [er], calls: { 'companies.create': '- empty', 'places.sendJoinLink': '- itself' } },
  'company:delete': { parties: [er], calls: { 'companies.remove': '- empty' } },
  'company:exit': {
    parties: [...both, 'LESSOR'],
    calls: {
      'company exits.create': 'proposal COMPANY_EXIT',
      'company exits.collected': '- books',
      'company exits.workOff': 'company-exits:notice.*',
      'company exits.withdraw': 'company-exits:employerNotice.*',
    },
  },
  'company:update': {
    parties: [er],
    calls: {
      'companies.update': 'companies:mail.guarded.*',
      'deputies.name': 'deputies:notice.named',
      'deputies.end': '- own',
      'company exits.confirmDeductions': 'company-exits:employerNotice.*',
    },
  },
  'e-invoice:receive': {
    parties: ['STORE', 'PAYEE'],
    calls: { 'e-invoices.takeIn': '- books', 'e-invoices.enter': '- draft', 'e-invoices.refuse': '- books' },
  },
  'e-invoice:send': { parties: [er], calls: { 'e-invoices.send': '- itself' } },
  'employer-terms:accept': { parties: [er], calls: { 'employer-terms.accept': '- own' } },
  'employee:create': {
    parties: [ee],
    calls: { 'employees.create': 'invitations:mail.*', 'employees.inviteList': 'invitations:mail.*' },
  },
  'employee:decide': {
    parties: [ee],
    calls: { 'employees.decide': 'employees:mail.accepted', 'employees.undoDecision': '- undo' },
  },
  'employee:grant-role': { parties: [ee], within: 'employees.decide' },
  'employee:read-absence-reason': { parties: [ee], calls: { 'employees.revealAbsenceReason': '- log' } },
  'employee:update': { parties: [ee], calls: { 'employees.update': 'employees:notice.changed.*' } },
  'group-company:delete': { parties: [er], calls: { 'company-groups.remove': '- empty' } },
  'group-company:write': {
    parties: [er],
    calls: {
      'company-groups.create': 'companies:mail.guarded.*',
      'company-groups.update': 'companies:mail.guarded.*',
    },
  },
  'identity-change:confirm': { parties: both, calls: { 'identity.confirmAsSecond': 'identity-changes:mail.done' } },
  'identity-change:propose': { parties: both, calls: { 'identity.resetSecondFactor': 'identity-changes:mail.old' } },
}

/** Every permission that touches another party than the holder's own, with each of its writing calls. */
export const touching: Partial<Record<PermissionName, Touching>> = { ...touchingFirst, ...touchingLast }

/** Every other permission, by why it touches nobody but the holder's own party. */
export const touchingNobody: Readonly<Record<string, readonly PermissionName[]>> = {
  'opens a part of the service and does nothing by itself': [
    'admin:access',
    'bookkeeping:access',
    'employer:access',
    'employer-settings:access',
    'reporting:access',
    'mybike:access',
  ],
  reads: [
    'user:read',
    'role:read',
    'permission:read',
    'proposal:read',
    'company:read',
    'group-company:read',
    'company-unit:read',
    'bike-policy:read',
    'payroll-recipient:read',
    'employee:read',
    'employee:read-note',
    'employee:read-private',
    'order-cancellation:read',
    'bike-service:read',
    'leasing-company:read',
    'leasing-feed:read',
    'lessor-file:read',
    'signed-document:read',
    'life-event:read',
    'absence-plan:read',
    'return:read',
    'redemption:read',
    'redemption-payment:read',
    'insurance-claim:read',
    'bike-store:read',
    'bike-store:read-minimal',
    'billing-table:read',
    'invoice:read',
    'bank:read',
    'payment:read',
    'billing:read',
    'statistics:read',
    'payroll-report:read',
    'payroll-report:export',
    'contact-form:read',
    'notification:read',
    'preferences:read',
    'event-log:read',
    'event-log:verify-export',
    'tax-table:read',
    'vat:read',
    'outbox:read',
    'task:read',
  ],
  'is asked by no call; nobody acts as somebody else': ['user:impersonate'],
  'changes what is the holder’s own': ['notification:write', 'preferences:write', 'company-unit:write'],
  'makes or stops a link of the holder’s company; whoever joins by it hears of it then': ['register-link:create'],
  'reckons and writes nothing': ['leasing:compute-term'],
  'answers a message that a visitor sent to us': ['contact-form:check'],
  'puts together for somebody, outside the service, what is known of them': ['personal-data:export'],
  'runs what runs by itself at its time': ['job:run'],
}

/** The writing calls of permissions that touch nobody else. */
export const ownCalls: readonly string[] = [
  'notifications.markAsRead',
  'payments.openPage',
  'notifications.remove',
  'company-units.create',
  'company-units.rename',
  'company-units.remove',
  'register-links.createForCompany',
  'register-links.createForGroup',
  'register-links.revoke',
  'today.setOwner',
  'list views.create',
  'list views.update',
  'list views.remove',
  'today.snooze',
  'today.wake',
  'leasing.leaseTime',
  'contact-forms.update',
  'contact-forms.answer',
  'maintenance.runJobs',
  'personal data.make',
]
