import type { Locator, Page } from '@playwright/test'
import { noticeWords } from './notice-words.ts'
import { pathOf, type Service } from './support.ts'

/*
 * Most forms are the one `Form` of src/platform/web/form, so those here stand for each place in which it is drawn: pages
 * and dialogs of the person, the employer, the staff, the super admin, the store by its link and whoever is not signed
 * in. What takes a text without it is made by hand, and each such one is here or where it is named:
 *
 * - the contact form, the reason of a rejection, a role that is given, a tax table, its source, and the columns of the
 *   payroll file are here; the link or address of a lost invitation is, too, and is kept by no page
 * - codes of six digits are tried by whoever joins, beside these; CodeForm.test.tsx tells of any code
 * - the objection to damages is tried in OwnReturn.test.tsx
 * - the calculator, the filters of lists and the day of a life event stand in the address and are never sent
 * - the choice of mails and the unit of several people are ticks and choices; files are chosen, not typed
 */

/** A form that somebody has typed into when the server dies. */
export interface FormUnderTest {
  readonly name: string
  /** Who types; nobody signed in without it. */
  readonly who?: string
  readonly path: string | ((service: Service) => Promise<string>)
  /** Brings the form into view on its page. */
  readonly open?: (page: Page) => Promise<void>
  /** Chooses what brings the fields into view. */
  readonly before?: (form: Locator) => Promise<void>
  readonly fields: Readonly<Record<string, string>>
  /** Answers what else is asked before the form can be sent. */
  readonly choose?: (form: Locator, page: Page) => Promise<void>
  readonly submit: string
  /** Says yes where the form asks before it is sent. */
  readonly confirm?: (page: Page) => Promise<void>
  /** What holds fields and button where no form does. */
  readonly within?: (page: Page) => Locator
  /** A secret may have been typed, which no page keeps; until it is left it stands there. */
  readonly isSecret?: true
}

const click = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click()
const tab = (name: string) => (page: Page) => page.getByRole('tab', { name, exact: true }).click()
const rider = 'onni.esimerkki@kaarna.example'
const employer = 'employer@demo.example'
const staff = 'internal@demo.example'
const store = 'tilaukset@esimerkkikettinki.example'
const mailed = (subject: string) => async (service: Service) =>
  pathOf(await service.message(store, (item) => item.subject.startsWith(subject)))
const firstRow = (page: Page) => page.locator('tbody tr > td button').first().click()

export const forms: readonly FormUnderTest[] = [
  {
    name: 'the order form',
    who: 'eino.esimerkki@kaarna.example',
    path: '/mybike',
    fields: { Merkki: 'Halla', Malli: 'Taival 7', 'Pyörän hinta': '2 790' },
    choose: async (form, page) => {
      await form.getByRole('combobox', { name: 'Pyöräliike' }).click()
      await page.getByRole('option', { name: /Esimerkki Kettinki/ }).click()
      await form.getByLabel('Tyyppi').selectOption('ELECTRIC')
    },
    submit: 'Valitse tämä pyörä',
  },
  {
    name: 'the contact form',
    path: '/ota-yhteytta',
    fields: { Nimi: 'Lotta Esimerkki', Sähköposti: 'lotta@yritys.example', Viesti: 'Milloin saamme maksun?' },
    choose: (form) => form.getByRole('radio', { name: 'Pyöräliike' }).check(),
    submit: 'Lähetä viesti',
  },
  {
    name: 'the claim',
    who: 'veikko.esimerkki@kaarna.example',
    path: '/mybike',
    open: async (page) => {
      if (!page.url().includes('/vahinko/')) await page.getByRole('link', { name: 'Varkaus', exact: true }).click()
    },
    fields: { Paikka: 'Pasila', 'Mitä tapahtui': 'Pyörä oli poissa.', 'Rikosilmoituksen numero': '5500/R/1/26' },
    submit: 'Tallenna tiedot',
  },
  {
    name: 'the offer of a bike',
    who: rider,
    path: '/mybike',
    open: click('Tarjoa pyörä muille'),
    fields: { Kuvaus: 'Hyvin huollettu, ajettu kaksi kesää.', Paikkakunta: 'Tampere' },
    submit: 'Tee luonnos',
  },
  {
    name: 'the sale to another employer',
    who: rider,
    path: '/mybike',
    open: click('Vie työnantajalle palvelun ulkopuolelle'),
    fields: {
      'Ostava yritys': 'Uusi Työ Oy',
      'Ostajan Y-tunnus': '1234567-1',
      'Ostajan osoite': 'Esimerkkikatu 9, 20100 Turku',
      'Sähköposti, johon lasku lähetetään': 'laskut@uusityo.example',
    },
    submit: 'Pyydä myyntiä',
  },
  {
    name: 'the absence plan',
    who: rider,
    path: '/mybike',
    open: click('Ehdota poissaolosuunnitelmaa'),
    before: async (form) => void (await form.getByLabel('Syy', { exact: true }).selectOption('Muu, mikä')),
    fields: { 'Muu, mikä': 'Opintovapaa kevään ajan', 'Viimeinen palkaton päivä': '31.12.2030' },
    submit: 'Lähetä vahvistettavaksi',
  },
  {
    name: 'the wish to cancel',
    who: rider,
    path: '/mybike',
    open: click('Pyydä peruutusta'),
    fields: { 'Miksi tilaus pitäisi perua': 'Muutan ulkomaille.' },
    submit: 'Pyydä peruutusta',
  },
  {
    name: 'one’s own details',
    who: rider,
    path: '/kayttaja',
    fields: { 'Oma sähköposti': 'onni@koti.example' },
    submit: 'Tallenna tiedot',
  },
  {
    name: 'the reason of a rejection',
    who: employer,
    path: '/tyonantaja',
    open: click('Hylkää Oskar Malli'),
    fields: { Perustelu: 'Työsuhde on määräaikainen.' },
    submit: 'Hylkää hakemus',
  },
  {
    name: 'the invitation of an employee',
    who: employer,
    path: '/tyonantaja',
    open: tab('Lisää'),
    fields: { Etunimi: 'Iiris', Sukunimi: 'Malli', Työsähköposti: 'iiris.malli@kaarna.example' },
    submit: 'Kutsu työntekijä',
  },
  {
    name: 'the company’s details',
    who: employer,
    path: '/yritys-asetukset',
    open: tab('Tiedot'),
    fields: { Katuosoite: 'Esimerkkikatu 13', Yhteyshenkilö: 'Palkanlaskenta' },
    submit: 'Tallenna tiedot',
  },
  {
    name: 'the company’s policy',
    who: employer,
    path: '/yritys-asetukset',
    open: tab('Pyöräetuohje'),
    fields: { 'Ohje työntekijälle': 'Pyöräetu kuuluu kaikille, jotka ovat olleet meillä puoli vuotta.' },
    submit: 'Julkaise uusi versio',
  },
  {
    name: 'the staff’s question',
    who: staff,
    path: '/admin/tilaukset?orderStatus=PROCESSED',
    open: async (page) => {
      if (!page.url().includes('open=')) await firstRow(page)
      await page.getByRole('button', { name: /Kysy työntekijältä/ }).click()
    },
    fields: { Kysymys: 'Käykö sininen väri?' },
    submit: 'Kysy työntekijältä',
  },
  {
    name: 'the staff’s note',
    who: staff,
    path: '/admin/tilaukset?orderStatus=PROCESSED',
    open: async (page) => {
      if (!page.url().includes('open=')) await firstRow(page)
      await page.getByRole('button', { name: 'Kirjoita muistiinpano' }).click()
    },
    fields: { Muistiinpano: 'Liike soitti: pyörä tulee viikolla 48.' },
    submit: 'Tallenna muistiinpano',
  },
  {
    name: 'the store’s details',
    who: staff,
    path: '/admin/liikkeet',
    open: async (page) => {
      if (!page.url().includes('open=')) await firstRow(page)
    },
    fields: { Aukioloajat: 'ma–pe 10–18', Katuosoite: 'Esimerkkitie 22' },
    submit: 'Tallenna Esimerkki Kampi',
  },
  {
    name: 'a new company',
    who: staff,
    path: '/admin/lisaa-yritys',
    fields: { 'Yrityksen nimi': 'Esimerkki Polku Oy', 'Y-tunnus': '9870006-3', 'Ohje työntekijälle': 'Kaikille.' },
    choose: async (form, page) => {
      await form.getByRole('combobox', { name: 'Rahoitusyhtiö' }).click()
      await page.getByRole('option', { name: 'Grenkeleasing Oy' }).click()
    },
    submit: 'Luo yritys',
  },
  {
    name: 'a notice to everybody',
    who: 'super@demo.example',
    path: '/admin/asetukset',
    fields: noticeWords,
    submit: 'Lähetä tiedote',
    confirm: (page) => page.getByRole('dialog').getByRole('button', { name: 'Lähetä tiedote' }).click(),
  },
  {
    name: 'the day of a pick-up',
    path: mailed('Tilaus P-'),
    fields: { 'Arvioitu noutopäivä': '31.12.2030' },
    submit: 'Tallenna päivä',
  },
  {
    name: 'the bike that came back',
    path: mailed('Pyörä palautetaan liikkeeseenne: Louhi'),
    fields: { 'Huomioita pyörän kunnosta': 'Etuvanne on vääntynyt.' },
    submit: 'Olemme vastaanottaneet pyörän',
  },
  {
    name: 'the sign-in',
    path: '/kirjaudu',
    fields: { Sähköposti: 'reporting@demo.example' },
    choose: (form) => form.getByLabel('Salasana', { exact: true }).fill('jokin salasana'),
    submit: 'Jatka',
  },
  {
    name: 'the forgotten password',
    path: '/salasanan-palauttaminen',
    fields: { Sähköposti: 'reporting@demo.example' },
    submit: 'Lähetä linkki',
  },
  {
    name: 'the lost invitation',
    path: '/register',
    fields: { 'Linkki tai sähköposti': 'iiris.malli@kaarna.example' },
    submit: 'Jatka',
    isSecret: true,
  },
  {
    name: 'the company’s own form of the payroll file',
    who: employer,
    path: '/yritys-asetukset',
    open: tab('Palkkarivit'),
    fields: { Otsikko: 'Henkilönumero' },
    before: async (form) => void (await form.getByLabel('Tiedoston muoto').selectOption('OWN')),
    submit: 'Tallenna palkkarivien asetukset',
  },
  {
    name: 'a role that is given',
    who: 'super@demo.example',
    path: '/admin/kayttajat',
    open: async (page) => {
      if (!page.url().includes('open=')) await firstRow(page)
    },
    fields: {},
    choose: async (form) => void (await form.getByLabel('Rooli').selectOption('Asiakaspalvelu')),
    submit: 'Anna rooli',
  },
  {
    name: 'a tax table',
    who: 'super@demo.example',
    path: '/admin/verotaulukot',
    fields: { 'Yle-vero': '2,6' },
    submit: 'Tallenna taulukko',
    within: (page) => page.getByRole('tabpanel'),
  },
  {
    name: 'the source of a tax table',
    who: 'super@demo.example',
    path: '/admin/verotaulukot',
    fields: { 'Lähde (päätöksen nimi tai osoite)': 'Laki 1/2026' },
    submit: 'Merkitse verratuksi: Maksut ja rajat 2026',
    within: (page) => page.getByRole('region', { name: 'Lähteestä vahvistamatta' }),
  },
]
