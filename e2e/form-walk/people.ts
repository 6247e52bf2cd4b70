import { helsinkiDay, monthOf } from '../../src/platform/values/days.ts'
import type { FormWalk } from './walk.ts'

const employer = 'employer@demo.example'
const rider = 'onni.esimerkki@kaarna.example'
const eino = 'eino.esimerkki@kaarna.example'

/** The forms of employers, and of people about their own matters. */
export const people: readonly FormWalk[] = [
  {
    form: 'employees/web/EmployeePanel.tsx',
    saves: 'POST /api/beneficiary-employee/:id/update',
    who: employer,
    path: '/tyonantaja?tab=manage',
    open: ['row'],
    submit: /^Tallenna: /,
    change: { Kustannuspaikka: '4130' },
  },
  {
    form: 'employees/web/AddTab.tsx',
    saves: 'POST /api/beneficiary-employee/create',
    who: employer,
    path: '/tyonantaja',
    open: ['tab: Lisää'],
    submit: 'Kutsu työntekijä',
    needs: { Etunimi: 'Iiris', Sukunimi: 'Malli', Työsähköposti: 'iiris.malli@kaarna.example' },
  },
  {
    form: 'companies/web/CompanySettingsPage.tsx',
    saves: 'PUT /api/companies/:id',
    who: employer,
    path: '/yritys-asetukset',
    open: ['tab: Tiedot'],
    submit: 'Tallenna tiedot',
    change: { Katuosoite: 'Esimerkkikatu 14' },
  },
  {
    form: 'companies/web/PayrollForm.tsx',
    saves: 'PUT /api/companies/:id',
    who: employer,
    path: '/yritys-asetukset',
    open: ['tab: Palkkarivit'],
    submit: 'Tallenna palkkarivien asetukset',
    change: { Palkkapäivä: '6' },
  },
  {
    form: 'returns/web/KeepBike.tsx',
    saves: 'POST /api/bike-returns/keep',
    who: employer,
    path: '/tyonantaja/palautukset',
    open: ['Pidä pyörä'],
    submit: 'Pidä pyörä',
    needs: { Sopimus: 'Lahja' },
  },
  {
    form: 'accounts/web/OwnDetailsPage.tsx',
    saves: 'PUT /api/user/details',
    who: rider,
    path: '/kayttaja',
    submit: 'Tallenna tiedot',
    change: { 'Oma sähköposti': 'onni@koti.example' },
  },
  {
    form: 'accounts/web/SmsSection.tsx',
    saves: 'POST /api/sms-factor',
    who: eino,
    path: '/kayttaja?tab=kirjautuminen',
    open: ['Kysy koodi kirjautuessa'],
    submit: 'Kysy koodi kirjautuessa',
    needs: { 'Nykyinen salasana': 'Poljin-demo-2026' },
  },
  {
    form: 'accounts/web/SecuritySection.tsx',
    saves: 'POST /api/password',
    who: eino,
    path: '/kayttaja?tab=kirjautuminen',
    open: ['Vaihda salasana'],
    submit: 'Vaihda salasana',
    needs: { 'Nykyinen salasana': 'Poljin-demo-2026', 'Uusi salasana': 'Vapaaratas ja poljin 7' },
  },
  {
    form: 'orders/web/forms/PackageForm.tsx',
    saves: 'PUT /api/orders/:orderId/package',
    who: 'aada.esimerkki@kaarna.example',
    path: '/mybike',
    submit: 'Valitse tämä pyörä',
    needs: {
      Pyöräliike: 'Esimerkki Kettinki',
      Merkki: 'Halla',
      Malli: 'Taival 7',
      Tyyppi: 'Sähköpyörä',
      'Pyörän hinta': '2 790',
    },
  },
  {
    form: 'orders/web/forms/AnswerForm.tsx',
    saves: 'POST /api/orders/:orderId/status',
    who: 'impi.esimerkki@kaarna.example',
    path: '/mybike',
    submit: 'Lähetä vastaus',
    needs: { Vastauksesi: 'Sininen käy hyvin.' },
  },
  {
    form: 'payroll-deductions/web/AskDeduction.tsx',
    saves: 'POST /api/user-payment/:id/payroll-deduction',
    who: 'veikko.esimerkki@kaarna.example',
    path: '/mybike',
    open: ['with: Maksa palkasta'],
    submit: 'Pyydä pidätystä',
  },
  {
    form: 'insurance-claims/web/ReportForm.tsx',
    saves: 'PUT /api/insurance-claims/:id',
    who: 'veikko.esimerkki@kaarna.example',
    path: '/mybike',
    open: ['Varkaus'],
    submit: 'Tallenna tiedot',
    change: { Paikka: 'Pasila' },
  },
  {
    form: 'order-cancellations/web/Cancellation.tsx',
    saves: 'POST /api/orders/:orderId/cancellation-request',
    who: rider,
    path: '/mybike',
    open: ['Pyydä peruutusta'],
    submit: 'Pyydä peruutusta',
    needs: { 'Miksi tilaus pitäisi perua': 'Muutan ulkomaille.' },
  },
  {
    form: 'sessions/web/RecoveryPage.tsx',
    saves: 'POST /api/password-recovery',
    path: '/salasanan-palauttaminen',
    submit: 'Lähetä linkki',
    needs: { Sähköposti: 'reporting@demo.example' },
  },
  {
    form: 'absence-plans/web/PlanForm.tsx',
    saves: 'POST /api/absence-plans',
    who: employer,
    path: '/tyonantaja/poissaolot',
    open: ['Ehdota poissaolosuunnitelmaa'],
    submit: 'Lähetä vahvistettavaksi',
    needs: { Työntekijä: '*', 'Viimeinen palkaton päivä': '@+60' },
  },
  {
    form: 'returns/web/ReleaseBike.tsx',
    saves: 'POST /api/bike-returns/release',
    who: employer,
    path: '/tyonantaja/palautukset',
    open: ['Anna pyörä takaisin työntekijälle'],
    submit: 'Anna takaisin',
    needs: { Sopimus: '*' },
  },
  {
    form: 'accounts/web/PrivateAddressSection.tsx',
    saves: 'POST /api/user/private-email',
    who: rider,
    path: '/kayttaja?tab=kirjautuminen',
    open: ['Vahvista yksityinen osoite'],
    submit: 'Lähetä koodi',
    needs: { 'Oma sähköposti': 'oma.osoite@koti.example', 'Nykyinen salasana': 'Poljin-demo-2026' },
  },
  {
    form: 'sessions/web/ResetPage.tsx',
    saves: 'POST /api/password-reset/:token',
    path: async (service) => {
      const email = 'editor@demo.example'
      await fetch(`${service.url}/api/password-recovery`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email }),
      })
      const isReset = (link: string) => link.includes('/reset/')
      const { links } = await service.message(email, (message) => message.links.some(isReset))
      return new URL(links.find(isReset)!).pathname
    },
    submit: 'Tallenna salasana',
    needs: { 'Uusi salasana': 'pitkä ja outo salasana 77' },
  },
  {
    form: 'employees/web/DecidePanel.tsx',
    saves: 'POST /api/beneficiary-employee/:id/decide',
    who: employer,
    path: '/tyonantaja',
    open: ['row: Malli Oskar'],
    submit: 'Hyväksy Oskar',
  },
  {
    form: 'agreements/signing/web/SignAllForm.tsx',
    saves: 'POST /api/leasing-agreements/sign-all',
    who: employer,
    path: '/tyonantaja/allekirjoitukset',
    submit: /^Allekirjoita (sopimus|\d sopimusta)$/,
    needs: { 'Asemasi tai valtuutesi': 'Toimitusjohtaja', Nimesi: 'Riikka Malli', Salasanasi: 'Poljin-demo-2026' },
  },
  {
    form: 'banking/web/ApproveAccount.tsx',
    saves: 'POST /api/invoices/:id/repayment-account',
    who: employer,
    path: '/raportointi/laskut',
    open: ['row: Palautettava'],
    submit: 'Hyväksy tilinumero',
  },
  {
    form: 'registration/web/ConfirmForm.tsx',
    saves: 'POST /api/join/:token/confirm',
    who: employer,
    path: async (service, page) => {
      await page.goto(`${service.url}/tyonantaja`)
      const link = page.getByTitle(/\/liity\//).first()
      await link
        .or(page.getByRole('button', { name: 'Luo liittymislinkki' }))
        .first()
        .waitFor()
      if (!(await link.isVisible())) await page.getByRole('button', { name: 'Luo liittymislinkki' }).click()
      await link.waitFor()
      return new URL((await link.getAttribute('title'))!).pathname
    },
    submit: 'Hae pyöräetua',
  },
  {
    form: 'agreements/signing/web/DeclineDialog.tsx',
    saves: 'POST /api/leasing-agreements/:id/reject',
    who: 'employee@demo.example',
    path: '/mybike',
    open: ['Lue ja allekirjoita', 'En allekirjoita'],
    submit: 'Jätä allekirjoittamatta',
    needs: { Syy: 'Pyörän väri on väärä.' },
  },
  {
    form: 'orders/web/forms/DeliveryForm.tsx',
    saves: 'PUT /api/orders/:orderId/delivery',
    who: 'armas.esimerkki@kaarna.example',
    path: '/mybike',
    submit: 'Ilmoita luovutus',
    needs: { Runkonumero: 'HT7 770202' },
  },
  {
    form: 'brokerage/web/OwnCasePage.tsx',
    saves: 'PUT /api/bike-brokerage/:id',
    who: 'beata.esimerkki@tuohi.example',
    path: async (service, page) => {
      const cases = await page.request.get(`${service.url}/api/bike-brokerage/cases`)
      const { items } = (await cases.json()) as { items: { bikeBrokerageId: string; step: string }[] }
      return `/mybike/valitys/${items.find(({ step }) => step === 'DRAFT')!.bikeBrokerageId}`
    },
    submit: 'Tallenna ilmoitus',
    needs: { Kuvaus: 'Pyörä on huollettu, ja lukko tulee mukana.', Paikkakunta: 'Tampere' },
    change: { Paikkakunta: 'Nokia' },
  },
  {
    form: 'life-events/web/OptionCard.tsx',
    saves: 'POST /api/bike-returns',
    who: 'tyyne.esimerkki@tuohi.example',
    path: async (service) => `/mybike/muutos?event=LEAVING&day=${helsinkiDay(new Date(await service.now()))}`,
    submit: 'Pyydä palautusta',
  },
  {
    form: 'reporting/web/SettleDialog.tsx',
    saves: 'PUT /api/payroll-report/:companyId/payers/:leasingAgreementId',
    who: 'employer-b@demo.example',
    path: async (service) => `/raportointi?month=${monthOf(helsinkiDay(new Date(await service.now())))}`,
    // Once somebody has answered, nothing is asked any more.
    open: ['Sovi kuukausista'],
    submit: 'Tallenna',
  },
]
