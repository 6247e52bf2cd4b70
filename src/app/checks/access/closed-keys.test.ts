import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { brokerageProcess } from '#features/lease-ends/brokerage/rules/table.ts'
import { exitProcess } from '#features/lease-ends/company-exits/rules/table.ts'
import { claimProcess } from '#features/lease-ends/insurance-claims/rules/table.ts'
import { claimTypes } from '#features/lease-ends/insurance-claims/rules.ts'
import { cancellationProcess } from '#features/lease-ends/order-cancellations/rules/process.ts'
import { redemptionProcess } from '#features/lease-ends/redemptions/rules/table.ts'
import { returnProcess } from '#features/lease-ends/returns/rules/table.ts'
import { paymentStatuses } from '#features/leases/agreements/contract.ts'
import { dropReasons, paymentProblems } from '#features/money/banking/rules.ts'
import { payableProblems } from '#features/money/invoices/rules/payable.ts'
import { accountCodes } from '#features/money/invoices/rules/posting.ts'
import { invoicePurposes } from '#features/money/invoices/rules.ts'
import { endings } from '#features/operations/rights/retention.ts'
import { guards } from '#features/orders/orders/rules/guards.ts'
import { orderProcess } from '#features/orders/orders/rules/transitions.ts'
import * as tax from '#features/pricing/tax/columns.ts'
import { roleNames } from '#platform/contract/permissions.ts'
import type { Process, Words } from '#platform/process/table.ts'
import { eventTypes } from '#platform/server/events/events.ts'
import { dateFormats, decimalSigns, encodings, quoteModes, separators } from '#platform/values/csv-form.ts'
import { looseKeys } from '#testing/sources/text-key-types.ts'
import { readTextFolders } from '#testing/sources/text-keys.ts'
import { railGroups } from '../../web/rail.ts'

const source = path.resolve(import.meta.dirname, '../../..')
const found = (file: string, pattern: RegExp) =>
  [...readFileSync(path.join(source, file), 'utf8').matchAll(pattern)].map((match) => match[1]!)

const stepsOf = (process: unknown) => (process as Process<Words>).steps
type Step = ReturnType<typeof stepsOf>[number]
const isPersons = ({ capacities, from }: Step) => from !== null && capacities.some((name) => !/SYSTEM|TOKEN/.test(name))
/** The steps that somebody may be offered, and those that nobody is. */
const stepsOfPeople = (process: unknown) => stepsOf(process).filter(isPersons)
const stepsOfNobody = (process: unknown) => {
  const offered = new Set<string>(stepsOfPeople(process).map(({ name }) => name))
  return stepsOf(process)
    .map(({ name }): string => name)
    .filter((name) => !offered.has(name))
}
const conditionsOf = (process: unknown): string[] =>
  stepsOfPeople(process).flatMap((step) => step.guards as readonly string[])

const setIn = (file: string, name: string): string[] => {
  const [, inside = ''] =
    new RegExp(String.raw`const ${name} = new Set<\w+>\(\[([^\]]*)\]`).exec(
      readFileSync(path.join(source, file), 'utf8'),
    ) ?? []
  return [...inside.matchAll(/'(\w+)'/g)].map((match) => match[1]!)
}
const allBut = (process: unknown, but: readonly string[]) =>
  stepsOf(process)
    .map(({ name }): string => name)
    .filter((name) => !but.includes(name))

const rail = railGroups(() => true)
const menu = [
  ...found('app/web/navigation.ts', /text: '(\w+)'/g).filter(
    (text) => !rail.some(({ items }) => items.some((item) => item.text === text)),
  ),
  ...found('app/web/navigation.ts', /^ {2}\w+: '(\w+)',$/gm),
]
const faultsOfFiles = (...files: string[]) =>
  ['platform/server/documents/reading/xml-reader.ts', ...files].flatMap((file) => found(file, /FileFault\('(\w+)'/g))
const columns = [tax.provinceColumns, tax.taxYearColumns, tax.stateScaleColumns, tax.deductionColumns]

/** What stands for the open part of a key whose type is any text: the values that come there. */
const values: Readonly<Record<string, readonly string[]>> = {
  'app/web/AdminFrame.tsx rail.*': rail.flatMap(({ title, items }) => [
    ...(title ? [title] : []),
    ...items.map(({ text }) => text),
  ]),
  'app/web/RolePages.tsx nav.*': menu,
  'app/web/RolePages.tsx rail.*': rail.flatMap(({ items }) => items.map(({ text }) => text)),
  'features/money/banking/web/DoubtsTab.tsx take.reasons.*': faultsOfFiles(
    'features/money/banking/server/paying/bank-file.ts',
    'features/money/banking/server/statements/camt.ts',
  ),
  'features/operations/intake/web/IntakePage.tsx refusals.*': faultsOfFiles(
    'features/money/banking/server/paying/bank-file.ts',
    'features/money/banking/server/statements/camt.ts',
    'features/money/e-invoices/server/finvoice-read.ts',
  ),
  'features/money/banking/web/FilePayment.tsx types.*': eventTypes,
  'features/money/banking/web/MakeFile.tsx payable.*': paymentProblems,
  'features/money/banking/web/OrdersTab.tsx order.reasons.*': ['BANK_REVERSAL', ...dropReasons],
  'features/money/bookkeeping/web/AccountCodes.tsx accounts.*': Object.keys(accountCodes),
  'features/operations/rights/web/RetentionSection.tsx jobs.names.*': Object.values(endings)
    .flatMap((tables) => Object.values(tables))
    .flatMap((ending) => ('job' in ending ? [ending.job] : [])),
  'features/operations/demo/web/DemoUsers.tsx roles.*': found(
    'features/operations/demo/rules.ts',
    /'([\w-]+)@demo\.example'/g,
  ),
  'features/people/companies/web/OwnProfile.tsx payroll.own.*': [
    separators,
    quoteModes,
    dateFormats,
    decimalSigns,
    encodings,
  ]
    .flat()
    .filter((option) => /^(?!YYYY)[A-Z]+$/.test(option)),
  'features/homes/staff/web/ApplicationsPage.tsx payment.*': paymentStatuses,
  'features/homes/staff/web/OrderActions.tsx guards.*': Object.keys(guards),
  'features/orders/orders/desk/web/OrderHistory.tsx types.*': eventTypes,
  'features/orders/orders/desk/web/StatusChoice.tsx status.*': orderProcess.states,
  'features/orders/orders/desk/web/Unmet.tsx guards.*': Object.keys(guards),
  'features/lease-ends/order-cancellations/web/CaseActs.tsx guard.*': stepsOfPeople(cancellationProcess)
    .filter(({ name }) => (name as string) === 'withdraw')
    .flatMap((step) => step.guards as readonly string[]),
  'features/pricing/tax/web/TableEditor.tsx fields.*': [
    'REQUIRED',
    ...found('platform/web/form/field-values.ts', /code: '(\w+)'/g),
  ],
  'features/pricing/tax/web/TableEditor.tsx columns.*': columns.flatMap((table) =>
    Object.keys(table).map(tax.wireName),
  ),
  'features/pricing/tax/web/TableRefusal.tsx faults.*': found(
    'features/pricing/tax/server/handlers.ts',
    /^ {2}([A-Z_]+): '/gm,
  ),
  'features/people/employees/web/EmployerPage.tsx number.*': Array.from({ length: 10 }, (_, index) =>
    String(index + 1),
  ),
  'features/operations/event-log/web/EventsPage.tsx types.*': eventTypes,
  'features/operations/event-log/web/ActHistory.tsx types.*': eventTypes,
  'features/operations/places/web/line-words.ts types.*': claimTypes,
  'features/operations/places/web/line-words.ts purposes.*': invoicePurposes,
  'features/operations/places/web/line-words.ts months.*': ['OPEN', 'LOCKED'],
  'features/operations/places/web/line-words.ts questions.*': ['CONSENT', 'INVOICE', 'DIFFERENCE', 'NEWS'],
  'features/operations/places/web/line-words.ts files.*': ['NEWS', 'LIST', 'ANSWERS'],
  'features/money/invoices/web/InvoiceSteps.tsx payable.*': payableProblems,
  'features/operations/roles/web/role-words.ts names.*': roleNames,
  'platform/web/shell/FooterView.tsx nav.*': found(
    'platform/web/shell/FooterView.tsx',
    /^ {2}\['\/[\w-]+', '(\w+)'\],$/gm,
  ),
  'platform/web/shell/Header.tsx nav.*': menu,
}

/** Keys whose types hold more than what comes there: steps that nobody is offered, and what the line before leaves out. */
const never: Readonly<Record<string, readonly string[]>> = {
  'features/money/banking/web/MakeFile.tsx': ['payable.null'],
  'features/money/banking/web/QueueForPayment.tsx': ['payable.null'],
  'features/money/invoices/web/ApproveSelected.tsx': ['payable.null'],
  'features/lease-ends/brokerage/web/Steps.tsx': [
    ...[...stepsOfNobody(brokerageProcess), ...setIn('features/lease-ends/brokerage/web/Steps.tsx', 'elsewhere')].map(
      (step) => `acts.${step}`,
    ),
    ...allBut(brokerageProcess, setIn('features/lease-ends/brokerage/web/Steps.tsx', 'explained')).map(
      (step) => `confirm.${step}`,
    ),
  ],
  'features/orders/orders/desk/web/MoveDialog.tsx': stepsOfNobody(orderProcess).flatMap((step) => [
    `acts.${step}.label`,
    `acts.${step}.text`,
  ]),
  'features/homes/staff/web/OrderActions.tsx': stepsOfNobody(orderProcess).map((step) => `acts.${step}.label`),
  'features/lease-ends/insurance-claims/web/ClaimSteps.tsx': [
    ...stepsOfNobody(claimProcess),
    ...setIn('features/lease-ends/insurance-claims/web/ClaimSteps.tsx', 'elsewhere'),
  ].map((step) => `steps.${step}`),
  'features/lease-ends/insurance-claims/web/StepForm.tsx': [
    ...[
      ...stepsOfNobody(claimProcess),
      ...setIn('features/lease-ends/insurance-claims/web/ClaimSteps.tsx', 'elsewhere'),
    ].map((step) => `steps.${step}`),
    ...allBut(claimProcess, setIn('features/lease-ends/insurance-claims/web/StepForm.tsx', 'reasoned')).map(
      (step) => `steps.reasonOf.${step}`,
    ),
  ],
  'features/leases/lease-changes/web/ExemptionWarning.tsx': ['guard.TAXABLE'],
  'features/lease-ends/redemptions/web/RedemptionSteps.tsx': allBut(
    redemptionProcess,
    setIn('features/lease-ends/redemptions/web/RedemptionSteps.tsx', 'asked'),
  ).map((step) => `acts.${step}`),
  'features/operations/first-hour/web/FirstHourPage.tsx': [
    'BRAND',
    'PROCESSORS',
    'MAIL',
    'TEST_MAIL',
    'SEAL',
    'BANK_FOLDER',
  ].map((check) => `mend.${check}`),
  'features/payroll/reporting/web/LockRun.tsx': ['lock.run.step.DONE', 'lock.run.step.REFUSED'],
}

/** Places that draw a text only where there is one, and say something else where there is none. */
const askedBefore = new Set([
  'features/operations/event-log/web/event-words.ts',
  'features/operations/maintenance/web/Jobs.tsx',
  'features/orders/orders/web/forms/Obstacles.tsx',
  'features/orders/orders/web/forms/PriceRefusal.tsx',
  'features/orders/orders/history/web/history-lines.ts',
  'features/operations/roles/web/role-words.ts',
  'platform/web/api/messages.ts',
  'platform/web/form/use-form-state.ts',
  'platform/web/words/role-names.ts',
])

/** Parts of the platform that draw from the texts of whoever uses them: what each draws, by feature. */
const ofUsers = new Set(['platform/web/form/TakeInFile.tsx', 'platform/web/parts/ProcessSteps.tsx'])
const handed: Readonly<Record<string, readonly string[]>> = {
  banking: faultsOfFiles(
    'features/money/banking/server/paying/bank-file.ts',
    'features/money/banking/server/statements/camt.ts',
  ).map((code) => `take.reasons.${code}`),
  'e-invoices': faultsOfFiles('features/money/e-invoices/server/finvoice-read.ts').map(
    (code) => `take.reasons.${code}`,
  ),
  ...Object.fromEntries(
    (
      [
        ['company-exits', exitProcess],
        ['redemptions', redemptionProcess],
        ['returns', returnProcess],
      ] as const
    ).map(([name, process]) => [
      name,
      [
        ...stepsOfPeople(process).map((step) => `acts.${step.name as string}`),
        ...conditionsOf(process).map((guard) => `guards.${guard}`),
      ],
    ]),
  ),
  brokerage: conditionsOf(brokerageProcess).map((guard) => `guards.${guard}`),
  'insurance-claims': conditionsOf(claimProcess).map((guard) => `guards.${guard}`),
}

const languages = ['fi', 'en', 'sv'] as const
const folders = new Map(readTextFolders().map((folder) => [folder.namespace, folder.words] as const))
const isText = (space: string, key: string) =>
  languages.every((language) => ['', '_other'].some((form) => folders.get(space)?.[language].has(key + form)))
const loose = looseKeys()
const open = /\$\{[^}]*\}/g

it('a key that is put together of a closed set has its text for every value that comes there', () => {
  const missing = loose.flatMap(({ file, spaces, missing }) =>
    missing.flatMap((key) => {
      if (askedBefore.has(file) || ofUsers.has(file) || never[file]?.includes(key)) return []
      const comes = values[`${file} ${key.replace(open, '*')}`]
      const keys = comes?.map((value) => key.replace(open, value)) ?? [key]
      return keys.filter((one) => !spaces.some((space) => isText(space, one))).map((one) => `${file}: ${one}`)
    }),
  )
  expect(missing).toEqual([])
})

it('what parts of the platform draw from the texts of a feature is there', () => {
  const missing = Object.entries(handed).flatMap(([space, keys]) =>
    keys.filter((key) => !isText(space, key)).map((key) => `${space}:${key}`),
  )
  expect(missing).toEqual([])
})

it('names no place that puts no such key together any more', () => {
  const places = new Set(
    loose.flatMap(({ file, missing }) => [file, ...missing.map((key) => `${file} ${key.replace(open, '*')}`)]),
  )
  const named = [...Object.keys(values), ...Object.keys(never), ...askedBefore, ...ofUsers]
  expect(named.filter((place) => !places.has(place))).toEqual([])
  expect(
    Object.entries(values)
      .filter(([, comes]) => comes.length === 0)
      .map(([place]) => place),
  ).toEqual([])
})
