import type { PermissionName } from '#platform/contract/permissions.ts'
import { both, ee, er, type Touching } from './parties.ts'

/** Those from insurance claims to users. */
export const touchingLast: Partial<Record<PermissionName, Touching>> = {
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
      'invoices.writeOff': 'invoices:mail.writtenOff',
      'late money.waive': '- books',
      'credit losses.finish': '- books',
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
      'leasing.renewLink': 'leasing:mail.newLink',
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
  'order:set-delivery': {
    parties: ['STORE', ee],
    calls: { 'orders.setDelivery': 'orders:mail.deliveryStore', 'frame photos.add': '- draft' },
  },
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
      'deductions.confirm': 'payroll-deductions:notice.rest',
      'reporting.lock': 'reporting:notice.locked',
      'reporting.setPayer': 'reporting:notice.payer*',
      'reporting.answerCollection': 'reporting:notice.notCollected',
    },
  },
  'payroll-report:send': {
    parties: both,
    calls: { 'reporting.send': 'reporting:mail.locked', 'reporting.testSend': '- own' },
  },
  'personal-data:decide': {
    parties: [ee],
    calls: {
      'rights.record': 'rights:mail.*',
      'rights.extend': 'rights:mail.*',
      'rights.answer': 'rights:mail.*',
      'rights.erase': 'proposal ERASURE',
    },
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
      'bookkeeping.setAccounts': '- books',
      'lease assets.setSettings': '- books',
      'nudge settings.set': '- books',
      'billing settings.set': '- future',
      'insurance-claims.setProofList': '- future',
      'notifications.broadcast': 'notifications:notice.update',
      'tax-years.confirm': 'proposal TAX_CONFIRMATION',
      'maintenance.set': '- page',
      'first-hour.sendTestMail': '- own',
    },
  },
  'signed-document:create': {
    parties: both,
    calls: { 'agreements.createDocument': '- draft', 'agreements.attachFile': 'agreements:notice.*' },
  },
  'signed-document:delete': { parties: both, calls: { 'agreements.deleteDocument': 'agreements:notice.*' } },
  'signed-document:update': { parties: both, calls: { 'agreements.updateDocument': '- books' } },
  'task:remind': {
    parties: [...both, 'STORE'],
    calls: { 'reminders.remind': '- itself', 'reminders.escalate': '- staff' },
  },
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
  'terms:write': { parties: [ee], calls: { 'terms.addInsurance': '- future', 'terms.addEmployer': '- future' } },
  'user-payment:read': { parties: [er], calls: { 'deductions.start': 'payroll-deductions:notice.asked' } },
  'user:activate': { parties: both, within: 'people.update' },
  'user:create': { parties: both, calls: { 'people.create': 'invitations:mail.*' } },
  'user:deactivate': { parties: both, within: 'people.update' },
  'user:update': { parties: both, calls: { 'people.update': 'identity-changes:mail.old' } },
  'vat:write': {
    parties: both,
    calls: {
      'vat.create': 'lease-changes:notice.*',
      'vat.update': 'lease-changes:notice.*',
      'vat.remove': 'lease-changes:notice.*',
    },
  },
}
