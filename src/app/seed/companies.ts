import type { Insertable } from 'kysely'
import type { Tables } from '#platform/server/database/tables.generated.ts'
import type { Services } from '#platform/server/http/context.ts'
import { stableId } from '#platform/server/roles/role-ids.ts'

export interface SeededCompany {
  readonly companyId: string
  readonly units: readonly string[]
}

/** The stores' accounts. */
export const storeIbans = {
  corner: 'FI2112345600000785',
  second: 'FI5340550010004568',
  online: 'FI6180001700007892',
  closed: 'FI5157100420000127',
}

const terms = {
  instalment_cents: 10_000,
  insurance_cents: 1_200,
  service_cents: 1_000,
  service_release: 'WHOLE' as const,
  service_days_after: 180,
  yearly_interest_basis_points: 490,
  residual_basis_points: 500,
  admin_fee_cents: 1_500,
  valid_from: '2024-01-01',
}

const grenke = stableId('leasing-company', 'grenke')
const leasePlus = stableId('leasing-company', 'lease-plus')

async function seedLessorTerms({ env, database }: Services): Promise<void> {
  const db = database.primary
  await db
    .updateTable('leasing_companies')
    .set({
      invoice_email: 'laskut@rahoitus.example',
      street_address: 'Esimerkkikatu 1',
      postal_code: '00100',
      city: 'Helsinki',
    })
    .where('id', 'in', [grenke, leasePlus])
    .execute()
  for (const [id, authority_reference] of [
    [grenke, 'V-2023-01'],
    [leasePlus, 'V-2023-02'],
  ] as const)
    await db
      .updateTable('leasing_companies')
      .set({ authority_reference, authority_day: '2023-12-01' })
      .where('id', '=', id)
      .execute()
  await db
    .insertInto('billing_tables')
    .values([
      { id: env.id(), leasing_company_id: grenke, name: 'Yleinen', ...terms },
      {
        id: env.id(),
        leasing_company_id: leasePlus,
        name: 'Yleinen',
        ...terms,
        yearly_interest_basis_points: 550,
        campaign_discount_basis_points: 1000,
        campaign_min_months: 30,
        campaign_from: '2024-01-01',
        campaign_to: '2024-03-31',
      },
    ])
    .execute()
}

async function seedStores({ env, database }: Services) {
  const db = database.primary
  const storeGroup = env.id()
  await db.insertInto('bike_store_groups').values({ id: storeGroup, name: 'Esimerkkipyörät-ketju' }).execute()
  const store = async (name: string, city: string, values: Partial<Insertable<Tables['bike_stores']>> = {}) => {
    const id = env.id()
    await db
      .insertInto('bike_stores')
      .values({
        id,
        name,
        city,
        email: `tilaukset@${name.toLowerCase().replace(/[^a-z]+/g, '')}.example`,
        phone: '0105550100',
        street_address: 'Esimerkkitie 2',
        postal_code: '00100',
        ...values,
      })
      .execute()
    return id
  }
  return {
    corner: await store('Esimerkki Kettinki', 'Tampere', {
      group_id: storeGroup,
      business_id: '9870005-5',
      postal_code: '33100',
      opening_hours: 'ma–pe 10–18, la 10–15',
      website: 'https://kettinki.example',
      iban: storeIbans.corner,
    }),
    second: await store('Esimerkki Kampi', 'Helsinki', {
      group_id: storeGroup,
      opening_hours: 'ma–pe 9–17',
      iban: storeIbans.second,
    }),
    online: await store('Esimerkki Verkkovelo', 'Oulu', {
      is_online: true,
      website: 'https://verkkovelo.example',
      iban: storeIbans.online,
    }),
    closed: await store('Esimerkki Satulahuolto', 'Turku', { active: false, iban: storeIbans.closed }),
  }
}

/** One member of the staff has named the stores' accounts and another one confirmed them. */
export async function confirmStoreAccounts({ env, database }: Services, by: { named: string; confirmed: string }) {
  const word = { iban_named_by: by.named, iban_confirmed_by: by.confirmed, iban_since: env.now() }
  await database.primary.updateTable('bike_stores').set(word).execute()
}

/** A company with its units and its first bike policy. */
async function seedCompany(
  { env, database }: Services,
  values: Insertable<Tables['companies']>,
  unitNames: string[],
  policy: Partial<Insertable<Tables['bike_policies']>> = {},
): Promise<SeededCompany> {
  const db = database.primary
  await db.insertInto('companies').values(values).execute()
  const units = unitNames.map(() => env.id())
  await db
    .insertInto('company_units')
    .values(unitNames.map((name, i) => ({ id: units[i]!, company_id: values.id, name })))
    .execute()
  await db
    .insertInto('bike_policies')
    .values({
      id: env.id(),
      company_id: values.id,
      number: 1,
      body: 'Pyöräetu kuuluu kaikille vakinaisille työntekijöille. Pyörän saa valita itse, ja sitä saa käyttää myös vapaa-ajalla.\n\nJos työsuhde päättyy, voit lunastaa pyörän taulukon hintaan tai siirtää sopimuksen uudelle työnantajalle.',
      allows_return: true,
      allows_brokerage: true,
      ...policy,
    })
    .execute()
  return { companyId: values.id, units }
}

const addressOf = (domain: string, city: string) => ({
  street_address: 'Esimerkkikatu 3',
  postal_code: '33100',
  city,
  contact_name: 'Henkilöstöosasto',
  contact_email: `henkilosto@${domain}`,
  contact_phone: '0401234567',
})

const companyA = (id: string, groupCompanyId: string): Insertable<Tables['companies']> => ({
  id,
  name: 'Esimerkki Kaarna Oy',
  business_id: '9870002-0',
  vat_number: 'FI98700020',
  group_company_id: groupCompanyId,
  leasing_company_id: grenke,
  pay_type_codes: JSON.stringify({
    exemptOnTop: '2010',
    exemptFromPay: '2011',
    taxable: '2020',
    collected: '2030',
    grossLowering: '2040',
    redemption: '2050',
  }),
  ...addressOf('kaarna.example', 'Tampere'),
})

const companyB = (id: string, groupCompanyId: string): Insertable<Tables['companies']> => ({
  id,
  name: 'Esimerkki Tuohi Oy',
  business_id: '9870003-9',
  group_company_id: groupCompanyId,
  leasing_company_id: stableId('leasing-company', 'operator'),
  max_price_cents: 350_000,
  ...addressOf('tuohi.example', 'Jyväskylä'),
})

const companyC = (id: string): Insertable<Tables['companies']> => ({
  id,
  name: 'Esimerkki Saari Oy',
  business_id: '9870004-7',
  leasing_company_id: leasePlus,
  language: 'sv',
  ...addressOf('saari.example', 'Porvoo'),
})

const companyD = (id: string): Insertable<Tables['companies']> => ({
  id,
  name: 'Esimerkki Roihu Oy',
  business_id: '9870007-1',
  leasing_company_id: grenke,
  ...addressOf('roihu.example', 'Lahti'),
})

const companyE = (id: string): Insertable<Tables['companies']> => ({
  id,
  name: 'Esimerkki Tuhka Oy',
  business_id: '9870009-8',
  leasing_company_id: grenke,
  ...addressOf('tuhka.example', 'Kemi'),
})

const companyF = (id: string): Insertable<Tables['companies']> => ({
  id,
  name: 'Esimerkki Kaarna Oy',
  business_id: '9870010-0',
  leasing_company_id: grenke,
  ...addressOf('kaarna.example', 'Vaasa'),
})

/**
 * The demo's lessors' price lists, stores, group and six companies: A and B in the group, C outside it, D, which leaves
 * the service, E, which left it before anybody had a bicycle, and F, which merges into C.
 */
export async function seedCompanies(services: Services) {
  const { env, database } = services
  await seedLessorTerms(services)
  const stores = await seedStores(services)
  const groupCompanyId = env.id()
  await database.primary
    .insertInto('group_companies')
    .values({ id: groupCompanyId, name: 'Esimerkki-konserni', business_id: '9870001-2' })
    .execute()
  const a = await seedCompany(services, companyA(env.id(), groupCompanyId), ['Tampere', 'Helsinki', 'Oulu'])
  const b = await seedCompany(services, companyB(env.id(), groupCompanyId), ['Jyväskylä'], { benefit_model: 'ON_TOP' })
  const c = await seedCompany(services, companyC(env.id()), ['Porvoo'], {
    benefit_model: 'EMPLOYEE_PAYS',
    allows_leave_before_end: true,
  })
  const d = await seedCompany(services, companyD(env.id()), ['Lahti'], {
    allows_return: false,
    allows_brokerage: false,
  })
  const e = await seedCompany(services, companyE(env.id()), ['Kemi'])
  const f = await seedCompany(services, companyF(env.id()), ['Vaasa'])
  return { a, b, c, d, e, f, groupCompanyId, stores }
}
