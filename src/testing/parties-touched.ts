import type { PermissionName } from '#platform/contract/permissions.ts'

/** Whom an act touches beside whoever takes it. */
export type Party = 'EMPLOYER' | 'EMPLOYEE' | 'STORE' | 'LESSOR' | 'PAYEE'

/** Why nobody else hears of an act, though its permission touches others. */
export const silences = {
  asks: 'reckons or asks and writes nothing',
  books: 'is a note of our own books; neither money nor terms of anybody move',
  draft: 'prepares what is told when it is sent, released or confirmed',
  empty: 'is refused while anybody has part in it, or makes what nobody has part in yet',
  future: 'holds for what is agreed later; what is agreed keeps its terms',
  itself: 'is itself the message that the other party gets',
  log: 'stands in the log that the person whom it touches reads',
  migration: 'brings in what both parties have signed in the service of before',
  own: 'concerns whoever does it, or their own company, alone',
  paid: 'notes what the bank has told; it stands on the bill that its payer sees',
  page: 'shows on their own page what stands; nothing of it is signed, paid or decided by it',
  second: 'is the yes of a second person to what another has made, and its payee gets the money',
  task: 'asks our staff, whose task it becomes',
  undo: 'takes back what nobody has been told yet',
} as const
export type Silence = keyof typeof silences

interface Touching {
  /** Whom its acts touch, whoever of them holds it. */
  readonly parties: readonly Party[]
  /**
   * Its calls, each with how the parties hear of it: a notice by its template, a proposal by its kind (`proposal X`), or
   * nobody (`- why`).
   */
  readonly calls?: Readonly<Record<string, string>>
  /** The call within which it is asked, where it has none of its own. */
  readonly within?: string
}

const [er, ee] = ['EMPLOYER', 'EMPLOYEE'] as const
const both = [er, ee] as const

/** Every permission that touches another party than the holder's own, with each of its writing calls. */
export const touching: Partial<Record<PermissionName, Touching>> = {
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
    parties: [er],
    calls: { 'billing.start': 'billing:notice.ready', 'billing.approve': 'invoices:mail.*' },
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
  'company:create': { parties: [er], calls: { 'companies.create': '- empty' } },
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
      'company exits.confirmDeductions': 'company-exits:employerNotice.*',
    },
  },
  'e-invoice:receive': {
    parties: ['STORE', 'PAYEE'],
    calls: { 'e-invoices.takeIn': '- books', 'e-invoices.enter': '- draft', 'e-invoices.refuse': '- books' },
  },
  'e-invoice:send': { parties: [er], calls: { 'e-invoices.send': '- itself' } },
  'employee:create': { parties: [ee], calls: { 'employees.create': 'invitations:mail.*' } },
  'employee:decide': {
    parties: [ee],
    calls: { 'employees.decide': 'employees:mail.accepted', 'employees.undoDecision': '- undo' },
  },
  'employee:grant-role': { parties: [ee], within: 'employees.decide' },
  'employee:read-absence-reason': { parties: [ee], calls: { 'employees.revealAbsenceReason': '- log' } },
  'employee:update': { parties: [ee], calls: { 'employees.update': '- page' } },
  'group-company:delete': { parties: [er], calls: { 'company-groups.remove': '- empty' } },
  'group-company:write': {
    parties: [er],
    calls: {
      'company-groups.create': 'companies:mail.guarded.*',
      'company-groups.update': 'companies:mail.guarded.*',
    },
  },
  'identity-change:confirm': { parties: both, calls: { 'identity.confirmAsSecond': 'identity:mail.done' } },
  'identity-change:propose': { parties: both, calls: { 'identity.resetSecondFactor': 'identity:mail.old' } },
  'insurance-claim:create': {
    parties: both,
    calls: {
      'insurance-claims.create': 'insurance-claims:employerNotice.*',
      'insurance-claims.report': '- draft',
      'insurance-claims.step': 'insurance-claims:employerNotice.*',
      'insurance-claims.addPhoto': '- draft',
      'insurance-claims.addReceipt': '- draft',
      'insurance-claims.removePhoto': '- draft',
    },
  },
  'insurance-claim:delete': {
    parties: both,
    calls: { 'insurance-claims.remove': 'insurance-claims:employerNotice.*' },
  },
  'insurance-claim:manage': { parties: both, within: 'insurance-claims.step' },
  'invoice:credit': {
    parties: both,
    calls: {
      'invoices.credit': 'invoices:mail.*',
      'invoices.writeOff': '- books',
      'order-cancellations.credit': 'order-cancellations:notice.*',
    },
  },
  'invoice:write': {
    parties: [...both, 'STORE', 'PAYEE'],
    calls: {
      'invoices.enter': '- draft',
      'invoices.attach': '- books',
      'invoices.setStatus': 'invoices:mail.*',
      'invoices.approve': '- draft',
      'invoices.setAccount': 'proposal INVOICE_ACCOUNT',
      'invoices.setTerms': '- page',
      'order-cancellations.storeCredit': 'order-cancellations:notice.*',
      'payments.create': '- draft',
      'payments.send': 'invoices:mail.*',
    },
  },
  'leasing-company:write': {
    parties: ['LESSOR', 'PAYEE'],
    calls: {
      'leasing.createCompany': 'leasing:mail.bankAccount',
      'leasing.updateCompany': 'leasing:mail.emailChanged',
      'leasing.confirmAccount': 'leasing:mail.bankAccountDone',
      'leasing.refuseAccount': 'leasing:mail.bankAccountDone',
    },
  },
  'lessor-file:write': {
    parties: ['LESSOR'],
    calls: {
      'lessor files.tell': '- itself',
      'lessor files.takeIn': '- books',
      'lessor files.preview': '- draft',
      'lessor files.decide': '- books',
      'lessor files.setProfile': '- books',
    },
  },
  'order-cancellation:complete': {
    parties: [...both, 'STORE', 'LESSOR'],
    calls: { 'order-cancellations.complete': 'order-cancellations:notice.*' },
  },
  'order-cancellation:create': {
    parties: [...both, 'STORE', 'LESSOR'],
    calls: {
      'order-cancellations.create': 'order-cancellations:notice.*',
      'order-cancellations.decline': 'order-cancellations:notice.declined',
    },
  },
  'order-cancellation:delete': {
    parties: [...both, 'STORE'],
    calls: {
      'order-cancellations.withdraw': 'order-cancellations:notice.*',
      'order-cancellations.deleteUpload': '- draft',
    },
  },
  'order-cancellation:request': { parties: both, calls: { 'order-cancellations.request': '- task' } },
  'order-cancellation:update': {
    parties: [...both, 'STORE', 'LESSOR'],
    calls: {
      'order-cancellations.update': 'order-cancellations:notice.*',
      'order-cancellations.askStore': 'order-cancellations:mail.*',
      'order-cancellations.upload': '- draft',
    },
  },
  'order:answer': { parties: both, within: 'orders.move' },
  'order:bill': { parties: both, within: 'orders.move' },
  'order:cancel-early': { parties: [...both, 'STORE'], within: 'orders.move' },
  'order:case-x': { parties: both, within: 'orders.move' },
  'order:confirm': { parties: [er, 'STORE'], within: 'orders.move' },
  'order:edit-package': {
    parties: both,
    calls: {
      'orders.quote': '- asks',
      'orders.setPackage': 'orders:employerNotice.*',
      'orders.setAnswers': 'orders:employerNotice.*',
      'order links.openCounter': '- own',
    },
  },
  'order:hold': { parties: both, within: 'orders.move' },
  'order:import-legacy': {
    parties: [...both, 'LESSOR'],
    calls: { 'legacy-orders.import': '- migration', 'legacy-orders.addDocument': '- migration' },
  },
  'order:match-invoice': { parties: [...both, 'STORE'], calls: { 'invoices.match': 'orders:notice.*' } },
  'order:process': {
    parties: ['STORE', ee],
    calls: { 'orders.addNote': '- books', 'invoices.startPurchase': '- draft' },
  },
  'order:read': { parties: [...both, 'STORE', 'LESSOR'], calls: { 'orders.move': 'orders:notice.*' } },
  'order:read-security-code': { parties: [ee], calls: { 'orders.revealSecurityCode': '- log' } },
  'order:set-delivery': { parties: ['STORE', ee], calls: { 'orders.setDelivery': 'orders:mail.deliveryStore' } },
  'order:start': { parties: both, calls: { 'orders.start': 'orders:employerNotice.cannotStart' } },
  'order:start-lease': { parties: [...both, 'LESSOR'], within: 'orders.move' },
  'order:step-back': {
    parties: [...both, 'STORE', 'LESSOR'],
    calls: { 'orders.correctDelivery': 'orders:mail.deliveryCorrected' },
  },
  'outbox:retry': { parties: [...both, 'STORE', 'LESSOR'], calls: { 'outbox.retry': '- itself' } },
  'payment:repay': {
    parties: ['PAYEE', er, ee],
    calls: {
      'banking.repay': 'banking:notice.accountAsked',
      'payments.refund': 'banking:notice.accountAsked',
      'payments.decideRefund': '- paid',
    },
  },
  'payment:write': { parties: both, calls: { 'invoices.pay': '- paid', 'invoices.reverse': '- paid' } },
  'payroll-recipient:write': {
    parties: both,
    calls: {
      'companies.addRecipients': 'companies:mail.guarded.*',
      'companies.replaceRecipient': 'companies:mail.guarded.*',
      'companies.removeRecipient': 'companies:mail.guarded.*',
      'company-groups.addRecipients': 'companies:mail.guarded.*',
      'company-groups.replaceRecipient': 'companies:mail.guarded.*',
      'company-groups.removeRecipient': 'companies:mail.guarded.*',
    },
  },
  'payroll-report:lock': {
    parties: [ee],
    calls: {
      'deductions.confirm': 'deductions:notice.rest',
      'reporting.lock': 'reporting:notice.locked',
      'reporting.setPayer': 'reporting:notice.payer*',
      'reporting.answerCollection': 'reporting:notice.notCollected',
    },
  },
  'payroll-report:send': {
    parties: both,
    calls: { 'reporting.send': 'reporting:mail.locked', 'reporting.testSend': '- own' },
  },
  'proposal:confirm': {
    parties: both,
    calls: {
      'proposals.confirm': 'proposals:notice.*',
      'proposals.attachFile': '- draft',
      'proposals.refuse': 'proposals:notice.*',
    },
  },
  'redemption-payment:delete': { parties: [ee], calls: { 'redemption-payments.remove': '- books' } },
  'redemption-payment:write': {
    parties: [ee],
    calls: { 'redemption-payments.create': '- draft', 'redemption-payments.update': '- paid' },
  },
  'redemption:accept': { parties: both, within: 'redemptions.update' },
  'redemption:delete': { parties: both, calls: { 'redemptions.remove': 'redemptions:notice.became.*' } },
  'redemption:manage': {
    parties: [...both, 'LESSOR'],
    calls: {
      'redemptions.chargeEmployer': 'redemptions:employerNotice.pay',
      'redemptions.markLost': 'redemptions:notice.*',
      'redemptions.settleLost': 'redemptions:employerNotice.*',
      'redemptions.upload': '- draft',
    },
  },
  'redemption:request': {
    parties: both,
    calls: {
      'redemptions.create': 'redemptions:notice.became.*',
      'redemptions.update': 'redemptions:notice.became.*',
    },
  },
  'redemption:withdraw': { parties: both, within: 'redemptions.update' },
  'repayment:approve-account': {
    parties: [ee, 'PAYEE'],
    calls: { 'banking.approveAccount': 'banking:notice.accountApproved' },
  },
  'return:approve': { parties: [ee], calls: { 'returns.keep': 'returns:notice.kept' } },
  'return:inspect': { parties: both, calls: { 'returns.takeBack': 'returns:notice.became.*' } },
  'return:receive': { parties: both, within: 'returns.update' },
  'return:request': {
    parties: [...both, 'STORE'],
    calls: {
      'returns.create': 'returns:notice.became.*',
      'returns.update': 'returns:notice.became.*',
      'returns.release': 'returns:notice.released',
    },
  },
  'role:assign': {
    parties: both,
    calls: { 'roles.assign': 'roles:mail.*', 'companies.invite': 'invitations:mail.*' },
  },
  'role:create': { parties: [er], calls: { 'roles.create': '- empty' } },
  'role:delete': { parties: [er], calls: { 'roles.remove': '- empty' } },
  'role:grant-permission': {
    parties: both,
    calls: {
      'roles.grantPermission': 'proposal ROLE_PERMISSION',
      'roles.revokePermission': 'proposal ROLE_PERMISSION',
    },
  },
  'role:unassign': { parties: both, calls: { 'roles.unassign': 'roles:mail.*' } },
  'settings:write': {
    parties: both,
    calls: {
      'billing.setAccounts': '- books',
      'nudge settings.set': '- books',
      'billing settings.set': '- future',
      'insurance-claims.setProofList': '- future',
      'notifications.broadcast': 'notifications:notice.update',
      'tax-years.confirm': 'proposal TAX_CONFIRMATION',
      'maintenance.set': '- page',
    },
  },
  'signed-document:create': {
    parties: both,
    calls: { 'agreements.createDocument': '- draft', 'agreements.attachFile': 'agreements:notice.*' },
  },
  'signed-document:delete': { parties: both, calls: { 'agreements.deleteDocument': 'agreements:notice.*' } },
  'signed-document:update': { parties: both, calls: { 'agreements.updateDocument': '- books' } },
  'tax-table:write': {
    parties: both,
    calls: {
      'province-tax-table.create': 'proposal TAX_TABLE',
      'province-tax-table.update': 'proposal TAX_TABLE',
      'province-tax-table.remove': 'proposal TAX_TABLE',
      'tax-table.create': 'proposal TAX_TABLE',
      'tax-table.update': 'proposal TAX_TABLE',
      'tax-table.remove': 'proposal TAX_TABLE',
      'state-income-tax-table.create': 'proposal TAX_TABLE',
      'state-income-tax-table.update': 'proposal TAX_TABLE',
      'state-income-tax-table.remove': 'proposal TAX_TABLE',
      'taxpayer-deductions-table.create': 'proposal TAX_TABLE',
      'taxpayer-deductions-table.update': 'proposal TAX_TABLE',
      'taxpayer-deductions-table.remove': 'proposal TAX_TABLE',
      'tax-years.copy': 'proposal TAX_TABLE',
      'tax-years.importMunicipalities': 'proposal TAX_TABLE',
    },
  },
  'terms:write': { parties: [ee], calls: { 'terms.addInsurance': '- future' } },
  'user-payment:read': { parties: [er], calls: { 'deductions.start': 'deductions:notice.asked' } },
  'user:activate': { parties: both, within: 'people.update' },
  'user:create': { parties: both, calls: { 'people.create': 'invitations:mail.*' } },
  'user:deactivate': { parties: both, within: 'people.update' },
  'user:update': { parties: both, calls: { 'people.update': 'identity:mail.old' } },
  'vat:write': {
    parties: both,
    calls: {
      'vat.create': 'lease-changes:notice.*',
      'vat.update': 'lease-changes:notice.*',
      'vat.remove': 'lease-changes:notice.*',
    },
  },
}

/** Every other permission, by why it touches nobody but the holder's own party. */
export const touchingNobody: Readonly<Record<string, readonly PermissionName[]>> = {
  'opens a part of the service and does nothing by itself': [
    'admin:access',
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
  'marks a message to us as answered': ['contact-form:check'],
  'runs what runs by itself at its time': ['job:run'],
}

/** The writing calls of permissions that touch nobody else. */
export const ownCalls: readonly string[] = [
  'notifications.markAsRead',
  'notifications.remove',
  'company-units.create',
  'company-units.rename',
  'company-units.remove',
  'register-links.createForCompany',
  'register-links.createForGroup',
  'register-links.revoke',
  'leasing.leaseTime',
  'contact-forms.update',
  'maintenance.runJobs',
]
