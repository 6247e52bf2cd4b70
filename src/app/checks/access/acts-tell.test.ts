import { expect, it } from 'vitest'
import { touching } from '#testing/lists/parties-touched.ts'
import { sourceFiles } from '#testing/sources/source-imports.ts'

/** What on a screen names receiver, sum and count: the shared part, or the list of a dry run. */
const telling = /<Reach\b|\breach=|<TakenAndLeft\b/

/** Acts that reach somebody and need no lines of their own, by what tells it beside the button. A new act stands here with its reason, or its screen tells. */
const toldElsewhere = {
  'the button or the question names the receiver': `outbox.retry companyExits.withdraw companyExits.workOff
    employees.create employees.decide employees.update companies.invite places.sendJoinLink roles.assign roles.unassign
    companies.removeRecipient companyGroups.removeRecipient`,
  'the page is about the one person or company whom it reaches': `absencePlans.collect absencePlans.create absencePlans.update
    agreements.attachFile agreements.deleteDocument brokerage.create brokerage.remove brokerage.update
    companies.addRecipients companies.changePolicy companies.update companyExits.confirmDeductions
    companyGroups.addRecipients companyGroups.create companyGroups.update insuranceClaims.create insuranceClaims.remove
    insuranceClaims.step leaseChanges.changePayment leaseChanges.end leaseChanges.review leaseChanges.takeBackEnd
    orders.setAnswers orders.setDelivery orders.setPackage orders.start redemptions.create
    redemptions.remove redemptions.update reporting.answerCollection reporting.setPayer returns.create returns.keep
    returns.release returns.update orderCancellations.create orderCancellations.decline
    orderCancellations.update rights.answer rights.extend rights.record signing.reject`,
  'the paper with its sums stands above the button': 'brokerage.sign signing.sign signing.signAll',
  'a register’s own address is told of its own account or address': `bikeStores.confirmAccount bikeStores.create
    bikeStores.importStores bikeStores.refuseAccount bikeStores.update leasing.createCompany`,
  'concerns the staff who are told when it has run': 'billing.start',
  'the form chooses the colleague who is told': 'deputies.name',
  'the match shows invoice, store and sum side by side': 'invoices.match invoices.setStatus',
  'the panel of the money names payer and sum above the form':
    'banking.approveAccount payments.refund lessorFiles.tell',
  'each row of the table says whom a new rate concerns first': 'vat.create vat.remove vat.update',
  'the proposal on the page names its parties and what it does': 'proposals.confirm proposals.refuse',
  'each step’s dialog names its person': 'orders.move',
}
const excused = new Map(
  Object.entries(toldElsewhere).flatMap(([reason, names]) => names.split(/\s+/).map((act) => [act, reason] as const)),
)

const camel = (name: string) => name.replace(/[- ](\w)/g, (_, letter: string) => letter.toUpperCase())
/** The calls whose press somebody else hears of, or that are themselves the message. */
const reaching = new Set(
  Object.values(touching)
    .flatMap(({ calls = {} }) => Object.entries(calls))
    .filter(([, heard]) => heard === '- itself' || !/^(- |proposal )/.test(heard))
    .map(([call]) => camel(call)),
)

const screens = sourceFiles().flatMap(({ file, text }) =>
  [...text.matchAll(/(?:useApiAction\(|endpoint=\{)(\w+\.\w+)/g)].map(([, act]) => ({
    file,
    act: act!,
    tells: telling.test(text),
  })),
)

it('every act that sends or posts names receiver, sum and count before the press, or says what does', () => {
  const silent = screens.filter(({ act, tells }) => reaching.has(act) && !tells && !excused.has(act))
  expect(silent.map(({ act, file }) => `${act} in ${file}`)).toEqual([])
})

it('excuses no act that reaches nobody or that tells by itself', () => {
  const needed = new Set(screens.filter(({ act, tells }) => reaching.has(act) && !tells).map(({ act }) => act))
  expect([...excused.keys()].filter((act) => !needed.has(act))).toEqual([])
})
