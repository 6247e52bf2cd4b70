import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { rejectedIn } from '#testing/sources/rejected-words.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const languages = ['fi', 'sv', 'en'] as const

function* textsIn(part: unknown, place: string): Generator<{ place: string; text: string }> {
  if (typeof part === 'string') yield { place, text: part }
  else if (typeof part === 'object' && part !== null)
    for (const [key, inner] of Object.entries(part)) yield* textsIn(inner, `${place}.${key}`)
}

const filesOf = (language: string) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\/texts\//.test(file) && file.endsWith(`/${language}.json`))

describe('the texts', () => {
  it.each(languages)('in %s use one word for a thing, and none of those that were rejected', (language) => {
    const all = filesOf(language).flatMap((file) => [
      ...textsIn(JSON.parse(readFileSync(path.join(root, file), 'utf8')), file),
    ])
    expect(all.length).toBeGreaterThan(2000)
    expect(all.flatMap(({ place, text }) => rejectedIn(language, place, text))).toEqual([])
  })

  it('address a store one way in Finnish: every sentence to it says "te"', () => {
    const ofOrders = (part: string) =>
      JSON.parse(readFileSync(path.join(root, `features/orders/orders/${part}texts/fi.json`), 'utf8'))
    const { storeOrder, storeInvoice, storeAnswer, deliveryStore } = ofOrders('').mail
    const page = (name: string) =>
      JSON.parse(readFileSync(path.join(root, `features/site/public-pages/texts/pages/${name}/fi.json`), 'utf8'))
    const questions = page('faq').sections.find(({ id }: { id: string }) => id === 'liike')
    const steps = page('home').flow
    const publicTexts = {
      page: page('stores'),
      questions,
      steps: steps.steps.map(({ store }: { store: string }) => store),
    }
    const mails = { storeOrder, storeInvoice, storeAnswer, deliveryStore }
    const sentences = [...textsIn({ store: ofOrders('store-page/'), ...mails, ...publicTexts }, '')]
      .filter(({ text, place }) => /[.!]/.test(text) && !place.endsWith('.action'))
      .map(({ text }) => text)
    const singular =
      /(?<![a-zäö])(voit|näet|saat|kerro|merkitse|kirjaa|sinun|sinulle|pyydä|yritä|kirjoita|ilmoita|tarkista|lähetä|kysyit)(?![a-zäö])/i
    expect(sentences.length).toBeGreaterThan(15)
    expect(sentences.filter((text) => singular.test(text))).toEqual([])
  })

  it('go red for a rejected word, and not where it means something else', () => {
    expect(rejectedIn('fi', 'a', 'Palkkanumero puuttuu')).toHaveLength(1)
    expect(rejectedIn('sv', 'orders', 'Överlåtelsedag')).toHaveLength(1)
    expect(rejectedIn('sv', 'features/lease-ends/brokerage/texts/sv.json', 'Överlåtare')).toEqual([])
    for (const word of ['Finansbolag', 'finansieringsbolaget', 'Finansiären', 'leasetagare'])
      expect(rejectedIn('sv', 'a', word), word).toHaveLength(1)
    for (const words of ['Bekräfta ännu beställningen', 'Den kan ännu ändras', 'i formen 15.3.2026'])
      expect(rejectedIn('sv', 'a', words), words).toHaveLength(1)
    for (const right of ['Leasingbolagets faktura', 'Den är ännu inte ute'])
      expect(rejectedIn('sv', 'a', right)).toEqual([])
    for (const words of [
      'Kundtjänsten svarar',
      'Leasingtiden slutar',
      'Avtalet är signerat',
      'Bikostnader',
      'Returavgift',
    ])
      expect(rejectedIn('sv', 'a', words), words).toHaveLength(1)
    for (const right of ['Lönebikostnader', 'Leasingperioden slutar', 'Avtalet är undertecknat'])
      expect(rejectedIn('sv', 'a', right), right).toEqual([])
    for (const words of ['Cost unit', 'The lessor', 'It waits for you', 'Log in', 'The excess is 5 €', "It's here"])
      expect(rejectedIn('en', 'a', words), words).toHaveLength(1)
    for (const right of ['It waits for at least 72 hours', 'VAT is usually not deductible', 'Deductible VAT'])
      expect(rejectedIn('en', 'a', right), right).toEqual([])
    expect(rejectedIn('fi', 'a', 'Rahoittajan lasku')).toHaveLength(1)
    for (const words of [
      'Voit vastustaa niitä 3.3. asti.',
      'Määräaika valita on mennyt.',
      'Rivi on nolla, kunnes on sovittu',
      'Pyyntö, jonka työnantaja tekee, hyväksytään samalla.',
      '{{name}} pyytää palauttaa pyörän',
      'Sopimus syntyy ja molemmat osapuolet saavat kutsun allekirjoittaa.',
    ])
      expect(rejectedIn('fi', 'a', words), words).toHaveLength(1)
    for (const right of [
      'Voit kiistää ne 3.3. mennessä.',
      'Rivin summat ovat nollia',
      '{{name}} pyytää saada palauttaa pyörän',
    ])
      expect(rejectedIn('fi', 'a', right), right).toEqual([])
  })
})
