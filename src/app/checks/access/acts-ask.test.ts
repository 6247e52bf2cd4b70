import { expect, it } from 'vitest'
import { sourceFiles } from '#testing/sources/source-imports.ts'

/** The parts of the screens that ask before they act. */
const asking = /<(AskFirst|AskingSwitch|ConfirmDialog|PendingAccount|ProcessSteps|Removal)\b/

/** Acts of one press that need no question, by why. A new act stands here with its reason, or its screen asks. */
const unasked = {
  'writes to nobody': `agreements.attachFile banking.queue banking.takeIn brokerage.addPhoto brokerage.removePhoto
    companyExits.collected contactForms.update demo.moveClock eInvoices.enter eInvoices.takeIn insuranceClaims.addPhoto
    insuranceClaims.addReceipt insuranceClaims.removePhoto invoices.attach lessorFiles.decide lessorFiles.takeIn
    lessorFiles.tell notifications.markAsRead notifications.remove redemptionPayments.create orderCancellations.deleteUpload
    orderCancellations.refundPageFile orderCancellations.upload registerLinks.createForCompany
    registerLinks.createForGroup returns.addPhoto bikeServices.attach banking.takeDoubt intake.take lessorFiles.preview reporting.answerCollection roles.grantPermission roles.revokePermission taxYears.confirm
    taxYears.copy invoices.storeAttaches maintenance.runJobs orderCancellations.credit employees.revealAbsenceReason
    orders.revealSecurityCode legacyOrders.addDocument proposals.attachFile framePhotos.add framePhotos.addByStore`,
  'concerns whoever presses alone': `brokerage.signingCode identityChanges.confirm identityChanges.refuse identityChanges.refuseOwn
    insuranceClaims.create bikeServices.make registration.apply registration.verify orders.start ownSignIn.confirmAddress payments.openPage payments.payOnline
    accounts.setOwnPreferences accounts.setPreferencesByToken proofs.confirmEmail sessions.confirmPhone
    sessions.confirmTotp sessions.logout sessions.registrationHelp sessions.sendCode sessions.startTotp sessions.verify
    firstHour.sendTestMail signing.requestCode listViews.update ownSignIn.endSession ownSignIn.logoutElsewhere ownData.order`,
  'answers a question that its page asks': `memberships.accept memberships.acceptOwn memberships.acceptSignedIn memberships.decline
    memberships.declineOwn`,
  'is the end of choices or words given beside it': 'invoices.setStatus roles.assign',
  'is taken back beside it': 'banking.match',
  'shows what it would do, and asks then': 'invoices.approve',
}
const reasonOf = new Map(
  Object.entries(unasked).flatMap(([reason, names]) => names.split(/\s+/).map((act) => [act, reason] as const)),
)

/** Every act that a screen takes without a form, with its file and the name that the file gives it. */
const actions = sourceFiles().flatMap(({ file, text }) =>
  [...text.matchAll(/const (\w+) = useApiAction\((\w+\.\w+)/g)].map(([, name, act]) => ({
    file,
    text,
    name: name!,
    act: act!,
  })),
)

it('every act that reaches somebody else asks first, on each screen that offers it', () => {
  const silent = actions
    .filter(({ act }) => !reasonOf.has(act))
    .filter(
      ({ text, name }) =>
        !asking.test(text) || new RegExp(`<Button[^<]*onClick=\\{\\(\\) => ${name}\\.mutate\\(`).test(text),
    )
  expect(silent.map(({ act, file }) => `${act} in ${file}`)).toEqual([])
})

it('excuses no act that no screen has', () => {
  const held = new Set(actions.map(({ act }) => act))
  expect([...reasonOf.keys()].filter((act) => !held.has(act))).toEqual([])
})
