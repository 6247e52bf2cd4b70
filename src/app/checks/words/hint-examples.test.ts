import { expect, it } from 'vitest'
import { typedRecoveryCode } from '#features/ground/sessions/rules/recovery-code.ts'
import { agreements } from '#features/leases/agreements/contract.ts'
import { signing } from '#features/leases/agreements/signing/contract.ts'
import { billing } from '#features/money/billing/contract.ts'
import { employerTerms } from '#features/people/companies/employer-terms/contract.ts'
import { peopleOf } from '#features/people/employees/list-of-people.ts'
import { mailRows } from '#features/people/employees/mail-lines.ts'
import { bikeStores } from '#features/pricing/bike-stores/contract.ts'
import { leasing } from '#features/pricing/leasing/contract.ts'
import { vat } from '#features/pricing/vat/contract.ts'
import { parsePercent } from '#features/site/public-pages/web/calculator/inputs.ts'
import type { EndpointSpec } from '#platform/contract/contract.ts'
import { isWebLink, normalisePhone } from '#platform/contract/validation.ts'
import { parseDayInput } from '#platform/values/days.ts'
import { isBusinessId, isVatNumber } from '#platform/values/identifiers.ts'
import { parseEuroInput } from '#platform/values/money.ts'
import { type FieldSchema, schemaAt, validateValue } from '#platform/web/form/field-schema.ts'
import { type FieldKind, readField } from '#platform/web/form/field-values.ts'
import { readTextFolders } from '#testing/sources/text-keys.ts'

/** Words that announce an example of what to write. */
const announces =
  /esim\.|esimerkiksi|muodossa|for example|such as|\blike (?=[h\d])|like 0|till exempel|t\.ex\.|i formatet|\be\.g\./i

type Accepts = (example: string) => boolean
/** What an example looks like in its text, and what takes it where it is typed. */
type Example = readonly [looks: RegExp, accepts: Accepts]

const read =
  (kind: FieldKind): Accepts =>
  (text) =>
    'value' in readField(kind, text)
const field =
  ({ body }: EndpointSpec, name: string): Accepts =>
  (text) =>
    validateValue(schemaAt(body as FieldSchema, name).schema, text) === null

const phones: Example = [/\+358[ \d]+\d|\b0[ \d]+\d/g, read('phone')]
const address: Example = [/https?:\S+/g, isWebLink]
const money = /\d[\d ,.\u00a0]*\d/g
const day: Example = [/\d+\.\d+\.\d{4}/g, (text) => parseDayInput(text) !== null]
const whole = (accepts: Accepts): Example => [
  /(?<=(?:Esimerkiksi|For example|Till exempel|such as|like) ).*?(?=\.)/gi,
  accepts,
]

const examples: Readonly<Record<string, Example>> = {
  'agreements/signing:form.positionHint': whole(field(signing.sign, 'position')),
  'companies/employer-terms:form.positionHint': whole(field(employerTerms.accept, 'position')),
  'agreements:documents.add.titleHint': [/(?<=[”“"]).+?(?=[”“"])/g, field(agreements.createDocument, 'title')],
  'bike-stores:openingHoursHint': whole(field(bikeStores.create, 'openingHours')),
  'billing:start.hint': [/\d{4}-\d{2}/g, field(billing.start, 'month')],
  'employees:many.example': [
    /\w+ \w+ <\S+?>|\w+ \w+; \S+@\S+; [\d ]+\d|\w+\.\w+@\w+\.example/g,
    (text) => {
      const cells = text.split(';').map((cell) => cell.trim())
      return peopleOf(mailRows(text) ?? [{ line: 1, cells }]).people.length === 1
    },
  ],
  'leasing:lessor.countryHint': [/\bFI\b/g, field(leasing.createCompany, 'country')],
  'orders:form.linkHint': address,
  'accounts:fields.phoneHint': phones,
  'platform:fields.BUSINESS_ID_INVALID': [/\d+-\d/g, isBusinessId],
  'platform:fields.PHONE_NUMBER_UNSUPPORTED': phones,
  'platform:fields.VAT_NUMBER_INVALID': [/FI\d+/g, isVatNumber],
  'platform:fields.DAY': day,
  'platform:fields.MONEY': [money, read('money')],
  'platform:fields.PERCENT': [money, read('percent')],
  'platform:fields.PHONE': phones,
  'platform:fields.WEB_ADDRESS': address,
  'public-pages/calculator:errors.day': day,
  'public-pages/calculator:errors.money': [money, (text) => parseEuroInput(text) !== null],
  'public-pages/calculator:errors.percent': [money, (text) => parsePercent(text) !== null],
  'public-pages/contact:form.errors.email': [/\S+@\S+(?=\.$)/g, read('email')],
  'public-pages/contact:form.errors.phone': [phones[0], (text) => normalisePhone(text) !== ''],
  'sessions:fields.phoneHint': phones,
  'sessions:paper.hint': [/(?:\w{4}-){3}\w{4}/g, (text) => typedRecoveryCode(text) !== null],
  'vat:countryHint': [/\bFI\b/g, field(vat.create, 'country')],
}

/** Texts that give an example of something else than what is typed into a field. */
const prose = new Set([
  'brokerage:photos.heic',
  'companies:links.lead',
  'demo:outbox.empty',
  'glovebox:heic',
  'insurance-claims:photos.heic',
  'accounts:enrol.lead',
  'accounts:notificationHints.SYSTEM_UPDATE',
  'accounts:notificationHints.GENERAL',
  'platform:imports.problems.WRONG_FORMAT',
  'public-pages/accessibility:sections.3.blocks.0',
  'public-pages/calculator:form.accessoriesHint',
  'public-pages/calculator:assumptions.AUTOMATIC_DEDUCTIONS_ONLY',
  'public-pages/employers:sections.4.blocks.1.list.3',
  'public-pages/privacy:sections.4.blocks.0.list.3',
  'rights:own.wishHint',
  'sessions:enrol.lead',
])

const languages = ['fi', 'en', 'sv'] as const
const spaceOf = (folder: string) => folder.replace(/^features\/[^/]+\//, '').replace(/\/texts(?:\/pages)?/, '')
const announced = readTextFolders().flatMap(({ folder, words }) =>
  [...words.fi.keys()]
    .map((key) => ({
      name: `${spaceOf(folder)}:${key}`,
      texts: languages.map((language) => words[language].get(key) ?? ''),
    }))
    .filter(({ name, texts }) => texts.some((text) => announces.test(text)) && !/[:.](?:mail|notice|sms)\./.test(name)),
)
const hints = announced.filter(({ name }) => !prose.has(name))

it('every text that gives an example of what to write names what takes it', () => {
  expect(hints.map(({ name }) => name).toSorted()).toEqual(Object.keys(examples).toSorted())
  expect(announced.map(({ name }) => name)).toEqual(expect.arrayContaining([...prose]))
})

it.each(hints)('the example of $name is accepted in three languages', ({ name, texts }) => {
  const [looks, accepts] = examples[name]!
  const found = texts.map((text) => text.match(looks) ?? [])
  expect(found.every((given) => given.length > 0)).toBe(true)
  expect(found.flat().filter((example) => !accepts(example))).toEqual([])
})

it('an example’s own sibling is accepted: a shop of the demo, with and without a page', () => {
  for (const link of ['https://verkkovelo.example/b', 'https://verkkovelo.example', 'www.verkkovelo.example/b?c=1'])
    expect(isWebLink(link)).toBe(true)
})
