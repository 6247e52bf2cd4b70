import { describe, expect, it } from 'vitest'
import { languages, publicPageNames } from './pages.ts'
import { copyOf } from './web/copy-texts.ts'
import { exampleValues } from './web/example.ts'
import { set } from './web/site.ts'

function texts(value: unknown): string[] {
  return typeof value === 'string' ? [value] : Object.values(value as object).flatMap(texts)
}
const textsOf = (page: (typeof publicPageNames)[number], language: (typeof languages)[number]) =>
  texts(copyOf(page, language)).map((text) => set(text, exampleValues(language)))
const copy = (language: (typeof languages)[number]) => publicPageNames.flatMap((page) => textsOf(page, language))

describe('sentences about the law', () => {
  it.each(languages)('cite no front page as their source, in %s', (language) => {
    expect(copy(language).filter((text) => /(?:www\.)?(vero|finlex|eduskunta)\.fi(?!\/)/.test(text))).toEqual([])
  })
})

describe('the page of security', () => {
  it.each([
    [
      'fi',
      [
        'ilman hyväksyntääsi',
        'ehdotus',
        'ei muuta kenenkään kirjautumistietoja yksin',
        'vahvistamaansa numeroon',
        'vähintään 72 tuntia, ja kauemmin',
      ],
    ],
    [
      'sv',
      [
        'utan ditt godkännande',
        'förslag',
        'ändrar ingens inloggning ensam',
        'som hen själv har bekräftat',
        'minst 72 timmar, och längre',
      ],
    ],
    [
      'en',
      [
        'without your consent',
        'proposal',
        'do not change anybody’s sign-in alone',
        'have verified themselves',
        'at least 72 hours, and longer',
      ],
    ],
  ] as const)('says in %s what is promised of bonds, sign-ins, signatures, money and the log', (language, words) => {
    const shown = textsOf('security', language).join(' ')
    for (const word of [...words, '/.well-known/security.txt', '__BRAND_EMAIL__']) expect(shown).toContain(word)
    expect(copyOf('security', language)).toMatchObject({ sections: { length: 5 } })
  })
})

describe('the page of privacy', () => {
  it.each([
    [
      'fi',
      [
        'tilaat kopion kaikista tiedoistasi',
        'jos et voi kirjautua, tee sama pyyntö',
        'Kaksi työntekijäämme vahvistaa poistamisen',
        'palvelun tiedotteita emmekä muistutuksia',
        'kerran kahdella kuukaudella',
        'ei ole vielä automaattista poistoa',
      ],
    ],
    [
      'sv',
      [
        'beställer du en kopia av alla dina uppgifter',
        'om du inte kan logga in',
        'Två av våra anställda bekräftar raderingen',
        'inga nyheter om tjänsten och inga påminnelser',
        'en gång med två månader',
        'tas ännu inte bort automatiskt',
      ],
    ],
    [
      'en',
      [
        'you order a copy of all your data',
        'if you cannot sign in',
        'Two members of our staff confirm the erasure',
        'no news of the service and no reminders',
        'once by two months',
        'has no automatic removal yet',
      ],
    ],
  ] as const)('says in %s what of one’s data can be had at once, and what is asked for and how', (language, words) => {
    const shown = textsOf('privacy', language).join(' ')
    for (const word of [...words, '](/kayttaja)', '](/mybike)', '](mailto:__BRAND_EMAIL__)'])
      expect(shown).toContain(word)
  })
})
