/*
 * Forms that a journey fills in and saves, by its file: they stand on pages to which only a journey leads. `src/app/
 * checks/structure/form-walk.test.ts` holds them, together with those of the walks, to the forms of the
 * screens.
 */
export const savedElsewhere: Readonly<Record<string, readonly string[]>> = {
  'counter.spec.ts': [
    'orders/counter/web/CounterCode.tsx POST /api/orders/:orderId/counter',
    'orders/counter/web/CounterPage.tsx POST /api/counter/:token',
  ],
  'ending-bankruptcy.spec.ts': ['company-exits/web/CompanyExitsPage.tsx POST /api/company-exits'],
  'ending.spec.ts': [
    'order-cancellations/web/RefundByStore.tsx POST /api/refund-page/:token',
    'returns/web/ReturnAtStore.tsx POST /api/return-page/:token',
  ],
  'identity.spec.ts': [
    'accounts/web/PendingChanges.tsx POST /api/user/identity-changes/:id/confirm',
    'agreements/signing/web/VerifyProof.tsx POST /api/user/private-email',
  ],
  'long/first-hour.spec.ts': ['companies/employer-terms/web/AcceptForm.tsx POST /api/companies/:id/terms/acceptance'],
  'long/desk-words.spec.ts': [
    'companies/deputies/web/DeputySection.tsx POST /api/companies/:id/deputies',
    'contact-forms/web/Thread.tsx POST /api/contact-forms/:contactFormDataId/answers',
    'list-views/web/SavedViews.tsx POST /api/list-views',
  ],
  'long/rights.spec.ts': [
    'rights/web/RequestPanel.tsx POST /api/personal-data/requests/:id/answer',
    'rights/web/RequestPanel.tsx POST /api/personal-data/requests/:id/erase',
    'rights/web/RequestPanel.tsx POST /api/personal-data/requests/:id/extend',
    'rights/web/RequestsPage.tsx POST /api/personal-data/requests',
  ],
  'long/service.spec.ts': [
    'bike-services/web/OwnService.tsx POST /api/service-vouchers/:id/dispute',
    'bike-services/web/ServiceAtStore.tsx POST /api/service-bill/:token/invoice',
    'bike-services/web/ServiceVoucherPage.tsx POST /api/service-page/:code/link',
  ],
  'main-journey.spec.ts': [
    'agreements/signing/web/OneSitting.tsx POST /api/leasing-agreements/:id/sign',
    'agreements/signing/web/OneSitting.tsx POST /api/leasing-agreements/:id/signing-code',
    'agreements/signing/web/SignForm.tsx POST /api/leasing-agreements/:id/sign',
    'agreements/signing/web/VerifyProof.tsx PATCH /api/system-users/:userId/phone',
    'memberships/web/InvitationPage.tsx POST /api/invitations/:token/accept',
    'staff/web/MatchDialog.tsx POST /api/orders/:orderId/invoice-match',
    'registration/web/ApplyForm.tsx POST /api/join/:token',
    'orders/web/forms/AnswersForm.tsx PUT /api/orders/:orderId/answers',
    'sessions/web/LoginPage.tsx POST /api/login',
  ],
  'money.spec.ts': [
    'bookkeeping/assets/web/AssetSettings.tsx PUT /api/bookkeeping/assets/settings',
    'bookkeeping/late/web/DecideLate.tsx POST /api/bookkeeping/late/:id/bill',
    'bookkeeping/late/web/DecideLate.tsx POST /api/bookkeeping/late/:id/waive',
    'bookkeeping/late/web/ReferenceRates.tsx POST /api/bookkeeping/reference-rates',
    'bookkeeping/late/web/ReferenceRates.tsx PUT /api/bookkeeping/reference-rates/:id',
    'bookkeeping/losses/web/LossesTab.tsx POST /api/bookkeeping/losses/:id/final',
    'bookkeeping/web/MonthPanel.tsx POST /api/bookkeeping/months/:month/close',
    'bookkeeping/web/MonthPanel.tsx POST /api/bookkeeping/months/:month/open',
    'banking/web/MakeFile.tsx POST /api/payment-files',
    'banking/web/MatchByHand.tsx POST /api/bank-entries/:id/match',
    'banking/web/ReleaseFile.tsx POST /api/payment-files/:id/release',
    'invoices/web/InvoiceSteps.tsx PUT /api/invoices/:id/status',
    'proposals/web/Answer.tsx POST /api/proposals/:id/confirm',
    'sessions/step-up/web/StepUpDialog.tsx POST /api/step-up',
  ],
  'own-sign-in.spec.ts': [
    'accounts/web/AddressSection.tsx POST /api/sign-in-address',
    'accounts/web/AppSection.tsx POST /api/totp/start',
    'accounts/web/OwnRightsSection.tsx POST /api/user/requests',
    'accounts/web/PhoneSection.tsx PATCH /api/system-users/:userId/phone',
    'accounts/web/RecoveryCodes.tsx POST /api/recovery-codes',
    'personal-data/web/PersonalDataPage.tsx POST /api/personal-data/copies',
    'sessions/web/PhoneStep.tsx PATCH /api/system-users/:userId/phone',
  ],
  'parental-leave.spec.ts': ['life-events/web/OptionCard.tsx POST /api/absence-plans'],
  'pass-on-lease.spec.ts': [
    'brokerage/web/PassOn.tsx POST /api/bike-brokerage',
    'brokerage/web/SignTransfer.tsx POST /api/bike-brokerage/:id/sign',
    'brokerage/web/Steps.tsx PUT /api/bike-brokerage/:id',
  ],
  'pay-bill.spec.ts': ['payments/web/OnlineRefunds.tsx POST /api/payments/:paymentId/refund'],
  'refused-payments.spec.ts': ['invoices/web/InvoiceMoney.tsx PUT /api/invoices/:id/account'],
  'resignation.spec.ts': ['life-events/web/OptionCard.tsx POST /api/bike-redemption'],
}
