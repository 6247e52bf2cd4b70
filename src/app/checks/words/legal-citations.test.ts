import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import tax from '#features/pricing/tax/texts/fi.json' with { type: 'json' }
import { outsideSources } from '#features/site/calculator/sources.ts'
import { legalSentences } from '#features/site/public-pages/legal-sentences.ts'

const root = path.resolve(import.meta.dirname, '../../..')

function* textsIn(part: unknown, place: string): Generator<[string, string]> {
  if (typeof part === 'string') yield [place, part]
  else if (typeof part === 'object' && part !== null)
    for (const [key, inner] of Object.entries(part)) yield* textsIn(inner, `${place}.${key}`)
}

const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'))

/** All texts of a language by place; what the list itself says is no text of a page. */
const textsOf = (language: string) =>
  new Map(
    files
      .filter((file) => /\/texts\//.test(file) && file.endsWith(`${language}.json`))
      .flatMap((file) => [...textsIn(JSON.parse(readFileSync(path.join(root, file), 'utf8')), file)])
      .map(([place, text]) => [place.replace(`${language}.json`, ''), text.replaceAll('\u00a0', ' ')] as const)
      .filter(([place]) => !/features\/pricing\/tax\/texts/.test(place)),
  )

/** What shows that a sentence states the law: names of statutes and authorities, days and sums of the law, its words. */
const law = {
  fi: /(?<!\p{L})(laki|lakia|lain|laissa|lailla)(?!\p{L})|(korko|kirjanpito|vero|arvonlisävero|työsopimus|kuluttajansuoja|perintä)la(ki|in|issa|kia)(?!\p{L})|lainsäädän|Verohallin|tulorekister|tulolaj|24\.4\.2025|1 200|3 400|\{exemptYearly|31\.12\.2025|viisi vuotta|työeläke|sairauspäiväraha|veronalaista (palkkaa|tuloa)|verovapaus voi|peruuttaa kaup|loppupalkasta ei/iu,
  sv: /(?<!\p{L})(lagen|enligt lag|lagstadga\p{L}*)(?!\p{L})|räntelag|bokföringslag|konsumentskydd|skatteförvaltning|inkomstregist|sjukdagpenning|skattepliktig (lön|inkomst)|24\.4\.2025|ångra köpet/iu,
  en: /\b(by|in|the|Finnish) law\b|\b[A-Z]\w+ Act\b|Tax Administration|Incomes Register|sickness allowance|24 April 2025|taxable (pay|income)\b/u,
} as const

/** Texts in which the law is named and nothing is stated of it. */
const statesNothing = [
  /noudatetaan kulloinkin voimassa olevaa lakia/,
  /Sopimukseen sovelletaan Suomen lakia/,
  /Laki voi muuttua/,
  /Verohallinnon ohje ja päätös ratkaisevat/,
  /ohjeet antaa Verohallinto/,
  /^Peruutetaanko kauppa\?$/,
  /tietuekuvauksen VSRALVKV mukaan/,
]

const finnish = textsOf('fi')
const listed = Object.values(legalSentences)

describe('what texts state as law', () => {
  it('is in the list, in whatever text and language it stands', () => {
    const named = (['fi', 'sv', 'en'] as const).flatMap((language) =>
      [...textsOf(language)].filter(([, text]) => law[language].test(text)).map(([place]) => place),
    )
    expect(new Set(named).size).toBeGreaterThan(50)
    const open = [...new Set(named)].flatMap((place) =>
      (finnish.get(place) ?? '')
        .split(/(?<=[a-zäö)][.!]) |\n/)
        .filter((sentence, _, all) => law.fi.test(sentence) || all.length === 1)
        .filter(
          (sentence) => ![...listed.map(({ words }) => words), ...statesNothing].some((words) => words.test(sentence)),
        )
        .map((sentence) => `${place}: ${sentence}`),
    )
    expect(open).toEqual([])
  })

  it.each(Object.entries(legalSentences))(
    'and the list calls %s stands in a text and has words for super admins',
    (name, { words }) => {
      expect([...finnish.values()].some((text) => words.test(text))).toBe(true)
      expect(tax.legal.sentences).toHaveProperty(name)
    },
  )
})

describe('a source', () => {
  it('has a page and the day on which somebody read it, or neither', () => {
    for (const { address, readOn } of Object.values(outsideSources)) expect(address === null).toBe(readOn === null)
  })

  it('that was read in a stored copy is cited by no text, since it may have changed', () => {
    const copies = Object.values(outsideSources).filter((source) => 'copyOf' in source)
    expect(copies.length).toBeGreaterThan(0)
    for (const { title } of copies) expect([...finnish.values()].filter((text) => text.includes(title))).toEqual([])
  })

  it('of the law stands in the list alone: no other file types its address', () => {
    const typed = files
      .filter(
        (file) => /\.(tsx?|json)$/.test(file) && !/\.test\.tsx?$|^features\/site\/calculator\/sources\.ts$/.test(file),
      )
      .filter((file) =>
        /(vero|finlex|eduskunta|kela|etk|tyosuojelu)\.fi\b/.test(readFileSync(path.join(root, file), 'utf8')),
      )
    expect(typed).toEqual([])
  })

  it('that nobody has read is cited by no text', () => {
    const cited = [...finnish.values()].filter((text) => /Lähde: /.test(text))
    expect(cited.length).toBeGreaterThan(0)
    for (const text of cited) expect(text).toMatch(/Lähde: \[[^\]]+\]\(\{incomesRegister\}\)/)
    for (const { title, readOn } of Object.values(outsideSources))
      if (readOn === null) expect([...finnish.values()].filter((text) => text.includes(title))).toEqual([])
  })
})
