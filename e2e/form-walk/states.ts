import type { APIResponse } from '@playwright/test'
import { addMonths, firstOfMonth, helsinkiDay, lastOfMonth, monthOf } from '../../src/platform/values/days.ts'
import { codeOfApp } from '../helpers/app-code.ts'
import { callsOf, pathOf, type Service } from '../helpers/support.ts'
import { people } from './people.ts'
import type { FormWalk } from './walk.ts'

const staff = 'internal@demo.example'
const shop = 'tilaukset@esimerkkikettinki.example'
const password = 'Poljin-demo-2026'
const absent = { email: 'rauha.esimerkki@roihu.example', employer: 'employer-d@demo.example' }

/** What a call answers, which has to be answered well. */
async function take<Answer = unknown>(reply: APIResponse): Promise<Answer> {
  if (!reply.ok()) throw new Error(`${reply.url()}: ${await reply.text()}`)
  return (await reply.json()) as Answer
}

const once = () => ({ 'idempotency-key': crypto.randomUUID() })

/** The store's page of somebody's order, by the link of its mail. */
const shopPage = async (service: Service, buyer: string) => {
  const isOf = ({ text, links }: { text: string; links: string[] }) =>
    text.includes(buyer) && links.some((link) => link.includes('/liike/'))
  return pathOf(await service.message(shop, isOf))
}

/** The order of a buyer stands with the store, which has the bicycle ready and has seen the buyer's code. */
async function readyToHandOver(service: Service) {
  const calls = await callsOf(service, staff)
  const found = await calls.get('/api/orders/list-data?search=Saima&limit=1')
  const { items } = await take<{ items: [{ orderId: string; version: number }] }>(found)
  const [{ orderId, version }] = items
  const data = { to: 'WAITING_FOR_INVOICE_MATCH', version }
  await take(await calls.post(`/api/orders/${orderId}/status`, { data, headers: once() }))
  const token = (await shopPage(service, 'Saima')).split('/').at(-1)
  const asked = { data: { purpose: 'HANDOVER' }, headers: once() }
  const shown = await calls.post(`/api/orders/${orderId}/security-code/reveal`, asked)
  const { securityCode: code } = await take<{ securityCode: string }>(shown)
  await take(await calls.put(`/api/store-order/${token}/pickup`, { data: { ready: true } }))
  await take(await calls.post(`/api/store-order/${token}/code`, { data: { code }, headers: once() }))
  await calls.dispose()
}

/** The staff have placed an order with a shop that is no partner, so its buyer tells when the bicycle has come. */
async function placedOnline(service: Service) {
  const calls = await callsOf(service, staff)
  const steps = [{ to: 'PROCESSED', bikeStoreOrderNumber: 'V-88' }, { to: 'WAITING_FOR_INVOICE_MATCH' }]
  for (const step of steps) {
    const found = await calls.get('/api/orders/list-data?search=Valma&limit=1')
    const { items } = await take<{ items: [{ orderId: string; version: number }] }>(found)
    const [{ orderId, version }] = items
    await take(await calls.post(`/api/orders/${orderId}/status`, { data: { ...step, version }, headers: once() }))
  }
  await calls.dispose()
}

/** One side of the plan takes a step of it. */
async function takePlanStep(service: Service, who: string, step: string) {
  const calls = await callsOf(service, who)
  const { items } = await take<{ items: [{ id: string; version: number }] }>(await calls.get('/api/absence-plans'))
  const [{ id, version }] = items
  await take(await calls.put(`/api/absence-plans/${id}`, { data: { step, version } }))
  await calls.dispose()
}

/** A leave from the next month on, of three months, which person and employer have agreed. */
async function agreePlan(service: Service) {
  const first = firstOfMonth(monthOf(helsinkiDay(new Date(await service.now()))))
  const calls = await callsOf(service, absent.email)
  const leases = await calls.get('/api/life-event-leases')
  const { items } = await take<{ items: [{ leasingAgreementId: string }] }>(leases)
  const [{ leasingAgreementId }] = items
  const days = { fromDay: addMonths(first, 1), toDay: lastOfMonth(addMonths(first, 3)) }
  const data = { leasingAgreementId, kind: 'PARENTAL', ...days }
  await take(await calls.post('/api/absence-plans', { data, headers: once() }))
  await calls.dispose()
  await takePlanStep(service, absent.employer, 'confirm')
}

const askDeduction = people.find(({ form }) => form === 'payroll-deductions/web/AskDeduction.tsx')!

/** Forms of which the demo has no state to show: the state is brought about first, in this order on one service. */
const now: readonly FormWalk[] = [
  {
    form: 'banking/web/EntryPanel.tsx',
    saves: 'POST /api/bank-entries/:id/settle',
    who: 'super@demo.example',
    path: '/admin/pankki?state=OPEN',
    open: ['row: Esimerkkimäki'],
    submit: 'Kirjaa tilitys',
  },
  {
    form: 'store/web/StoreWork.tsx',
    saves: 'PUT /api/store-order/:token/pickup',
    path: (service) => shopPage(service, 'Urho'),
    submit: 'Tallenna päivä',
    needs: { 'Arvioitu noutopäivä': '@+3' },
    change: { 'Arvioitu noutopäivä': '@+5' },
  },
  {
    form: 'store/web/StoreWork.tsx',
    saves: 'POST /api/store-order/:token/question',
    path: (service) => shopPage(service, 'Urho'),
    open: ['summary: Pyörää ei ole tai se muuttuu'],
    submit: 'Kysy ostajalta',
    needs: { 'Viesti ostajalle': 'Sininen on loppu, käykö musta?' },
  },
  {
    form: 'store/web/StoreWork.tsx',
    saves: 'POST /api/store-order/:token/delivery',
    before: readyToHandOver,
    path: (service) => shopPage(service, 'Saima'),
    submit: 'Vahvista luovutus',
    needs: { Runkonumero: 'HT7 770203', 'Runkonumero uudelleen': 'HT7 770203' },
  },
  {
    form: 'store/web/StoreWork.tsx',
    saves: 'POST /api/store-order/:token/invoice',
    path: (service) => shopPage(service, 'Saima'),
    submit: 'Kirjaa lasku',
    needs: { 'Laskun numero': 'L-203' },
  },
  {
    form: 'insurance-claims/web/RepairAtStore.tsx',
    saves: 'POST /api/repair-page/:token',
    path: async (service) =>
      pathOf(await service.message(shop, ({ subject }) => subject === 'Korjattava pyörä: Louhi Sora 2')),
    submit: 'Pyörä on korjattu',
    needs: { 'Laskun numero': 'K-77', 'Laskun summa, sis. alv': '120,00' },
  },
  {
    form: 'store/web/DeliveryPage.tsx',
    saves: 'POST /api/delivery/:token',
    before: placedOnline,
    path: async (service) =>
      pathOf(await service.message('valma.esimerkki@tuohi.example', ({ subject }) => subject.startsWith('Kun saat'))),
    submit: /^(Vahvista luovutus|Tallenna korjaus)$/,
    needs: { Runkonumero: 'HT7 770411' },
    change: { Runkonumero: 'HT7 770412' },
  },
  {
    form: 'accounts/web/AppSection.tsx',
    saves: 'POST /api/totp/remove',
    who: 'lahja.esimerkki@kaarna.example',
    before: async (service, page) => {
      const headers = { ...once(), origin: service.url }
      const start = await page.request.post(`${service.url}/api/totp/start`, { data: { password }, headers })
      const { secret } = await take<{ secret: string }>(start)
      const code = codeOfApp(secret, new Date(await service.now()))
      const headersOfCode = { ...once(), origin: service.url }
      await take(await page.request.post(`${service.url}/api/totp/confirm`, { data: { code }, headers: headersOfCode }))
    },
    path: '/kayttaja?tab=kirjautuminen',
    open: ['Poista sovellus'],
    submit: 'Poista sovellus',
    needs: { 'Nykyinen salasana': password },
  },
  askDeduction,
  {
    form: 'absence-plans/web/PlanPanel.tsx',
    saves: 'PUT /api/absence-plans/:id',
    who: absent.employer,
    before: agreePlan,
    path: '/tyonantaja/poissaolot',
    open: ['row: Rauha', 'Muuta viimeistä päivää'],
    submit: 'Muuta viimeistä päivää',
    between: (service) => takePlanStep(service, absent.email, 'confirmChange'),
    needs: { 'Viimeinen palkaton päivä': '@+70' },
    change: { 'Viimeinen palkaton päivä': '@+80' },
  },
]

/** Two months on: the month from whose pay the bill is kept, and that of the leave which its person pays to the employer. */
const later: readonly FormWalk[] = [
  {
    form: 'payroll-deductions/web/PayrollDeductions.tsx',
    saves: 'PUT /api/payroll-report/:companyId/:month/deductions/:invoiceId',
    who: 'employer@demo.example',
    path: async (service) =>
      pathOf(await service.message('employer@demo.example', ({ subject }) => subject.startsWith('Lasku palkasta'))),
    open: ['with: Vahvista pidätys'],
    submit: 'Vahvista pidätys',
  },
  {
    form: 'absence-plans/web/CollectDialog.tsx',
    saves: 'PUT /api/absence-plans/:id/months',
    who: absent.employer,
    path: '/tyonantaja/poissaolot',
    open: ['row: Rauha', 'with: Kirjaa peritty'],
    submit: 'Tallenna',
    change: { 'Työntekijä maksoi': '30' },
  },
]

const ended = '/admin/sopimukset?leaseState=ENDED'
const what = { 'Mitä pyörästä tiedetään': 'Kukaan ei vastaa.' }

/** A year on: leases are over with their term, whose bicycle nobody has given back. */
const afterTerm: readonly FormWalk[] = [
  {
    form: 'redemptions/web/EndedLease.tsx',
    saves: 'POST /api/bike-redemption/lost',
    who: staff,
    path: ended,
    open: ['row: Ottaja Britta', 'Merkitse kadonneeksi'],
    submit: 'Merkitse kadonneeksi',
    needs: what,
  },
  {
    form: 'redemptions/web/EndedLease.tsx',
    saves: 'PUT /api/bike-redemption/lost',
    who: staff,
    path: ended,
    open: ['row: Ottaja Britta', 'Sulje asia'],
    submit: 'Sulje asia',
    needs: what,
  },
]

/** The walks by how many months the clock has gone on. */
export const states: readonly { readonly monthsOn: number; readonly walks: readonly FormWalk[] }[] = [
  { monthsOn: 0, walks: now },
  { monthsOn: 2, walks: later },
  { monthsOn: 12, walks: afterTerm },
]

/** The one form of an installation in which there is nobody yet. */
export const firstAdmin = (link: () => string): FormWalk => ({
  form: 'sessions/web/FirstAdminPage.tsx',
  saves: 'POST /api/first-admin/:token',
  path: async () => link(),
  submit: 'Luo pääkäyttäjä',
  needs: {
    Etunimi: 'Tuuli',
    Sukunimi: 'Malli',
    Sähköposti: 'tuuli.malli@demo.example',
    Salasana: 'Vapaaratas ja poljin 7',
  },
})
