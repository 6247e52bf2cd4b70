import type { FormWalk } from './walk.ts'

const who = 'super@demo.example'
const sales = '/admin/laskut?direction=SALES&due=OPEN'

/** The staff’s forms about money. */
export const money: readonly FormWalk[] = [
  {
    form: 'invoices/web/InvoiceMoney.tsx',
    saves: 'PUT /api/invoices/:id/terms',
    who,
    path: sales,
    open: ['row', 'Muuta eräpäivää'],
    submit: 'Tallenna',
    needs: { Syy: 'Sovittu puhelimessa.' },
  },
  {
    form: 'invoices/web/InvoiceMoney.tsx',
    saves: 'POST /api/invoices/:id/credit',
    who,
    path: sales,
    open: ['row', 'Hyvitä'],
    submit: 'Lähetä hyvityslasku',
    needs: { Syy: 'Laskutettu kahdesti.' },
  },
  {
    form: 'invoices/web/InvoiceMoney.tsx',
    saves: 'POST /api/invoices/:id/write-off',
    who,
    path: sales,
    open: ['row', 'Kirjaa luottotappioksi'],
    submit: 'Kirjaa luottotappioksi',
    needs: { Syy: 'Perintä on päättynyt.' },
  },
  {
    form: 'payments/web/UserPaymentsPage.tsx',
    saves: 'POST /api/user-payment',
    who,
    path: '/admin/kayttajamaksut',
    open: ['Lisää käyttäjämaksu'],
    submit: 'Lähetä lasku',
    needs: { Henkilö: 'Onni', Aihe: 'Avain', 'Summa (sis. alv)': '15' },
  },
  {
    form: 'billing/web/BillingSettings.tsx',
    saves: 'PUT /api/settings/billing',
    who,
    path: '/admin/laskutus',
    open: ['Laskutuksen asetukset'],
    submit: 'Tallenna',
    change: { Laskutuspäivä: '2' },
  },
  {
    form: 'billing/web/AccountCodes.tsx',
    saves: 'PUT /api/bookkeeping/accounts',
    who,
    path: '/admin/laskutus',
    open: ['tab: Kirjanpito', 'Muuta tilinumeroita'],
    submit: 'Tallenna tilinumerot',
    change: {},
  },
  {
    form: 'banking/web/OrdersTab.tsx',
    saves: 'POST /api/payment-orders/:id/remove',
    who,
    path: '/admin/pankki?tab=orders',
    open: ['row'],
    submit: 'Ota pois jonosta',
    needs: { 'Miksi maksu otetaan pois?': 'Lasku tarkistetaan.' },
  },
  {
    form: 'banking/web/OverpaidTab.tsx',
    saves: 'POST /api/repayments',
    who,
    path: '/admin/pankki?tab=overpaid',
    open: ['row: Esimerkki Helmi', 'Palauta'],
    submit: 'Palauta',
  },
  {
    form: 'e-invoices/web/ReceivedTab.tsx',
    saves: 'POST /api/received-e-invoices/:id/refuse',
    who,
    path: '/admin/verkkolaskut',
    open: ['row'],
    submit: 'Hylkää lasku',
    needs: { 'Miksi lasku hylätään?': 'Ei ole meidän.' },
  },
]
