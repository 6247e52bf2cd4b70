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
    path: '/kayttaja',
    open: ['Kysy koodi kirjautuessa'],
    submit: 'Kysy koodi kirjautuessa',
    needs: { 'Nykyinen salasana': 'Poljin-demo-2026' },
  },
  {
    form: 'accounts/web/SecuritySection.tsx',
    saves: 'POST /api/password',
    who: eino,
    path: '/kayttaja',
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
    path: '/kayttaja',
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
]
