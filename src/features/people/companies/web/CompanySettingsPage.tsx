import { lazy } from 'react'
import { companies } from '#features/people/companies/contract.ts'
import { registerLinks } from '#features/people/companies/links/contract.ts'
import type { Company } from '#features/people/companies/shapes.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { rolesOf, useUser } from '#platform/web/api/user.ts'
import { NativeSelect } from '#platform/web/controls/NativeSelect.tsx'
import { Tab, TabList, TabPanel, Tabs } from '#platform/web/controls/Tabs.tsx'
import { Form } from '#platform/web/form/Form.tsx'
import { PageHead } from '#platform/web/parts/PageHead.tsx'
import { useAddressState } from '#platform/web/router/address-state.ts'
import { OptionalBoundary } from '#platform/web/shell/OptionalBoundary.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { CompanyAgreed } from './CompanyAgreed.tsx'
import { ContactFields, ExemptAllocationField, TwoFactorField } from './CompanyFields.tsx'
import { companyForm } from './company-form.ts'
import { LinksSection } from './LinksSection.tsx'
import { PayrollForm } from './PayrollForm.tsx'
import { PeopleSection } from './PeopleSection.tsx'
import { PolicySection } from './PolicySection.tsx'
import styles from './Sections.module.css'
import { UnitsSection } from './UnitsSection.tsx'

const DeputySection = lazy(() =>
  import('#features/people/companies/deputies/web/DeputySection.tsx').then((m) => ({ default: m.DeputySection })),
)

const sections = ['links', 'people', 'units', 'policy', 'payroll', 'facts'] as const

/** Everything that an employer decides about its own benefit. */
export function CompanySettingsPage() {
  const t = useTexts('companies')
  const [address, setAddress] = useAddressState()
  const own = useApi(companies.list, { query: { names: true, filtered: true } })
  return (
    <div className="wrap">
      <Loaded from={own} isEmpty={({ items }) => items.length === 0} empty={<p>{t('settings.none')}</p>}>
        {({ items }) => {
          const chosen = items.find((item) => item.companyId === address.yritys) ?? items[0]!
          return (
            <>
              <PageHead
                title={t('settings.title')}
                above={chosen.companyName}
                lead={t('settings.lead')}
                aside={
                  items.length > 1 && (
                    <NativeSelect
                      label={t('settings.company')}
                      value={chosen.companyId}
                      onChange={(event) => setAddress({ yritys: event.currentTarget.value })}
                      data={items.map((item) => ({ value: item.companyId, label: item.companyName }))}
                    />
                  )
                }
              />
              <Settings
                key={chosen.companyId}
                companyId={chosen.companyId}
                section={address.osio ?? 'links'}
                choose={(osio) => setAddress({ osio })}
              />
            </>
          )
        }}
      </Loaded>
    </div>
  )
}

interface SettingsProps {
  companyId: string
  section: string
  choose: (section: string | null) => void
}

function Settings({ companyId, section, choose }: SettingsProps) {
  const t = useTexts('companies')
  const user = useUser()
  const company = useApi(companies.get, { params: { id: companyId } })
  const ofGroup = user !== null && rolesOf(user).has('EMPLOYER_GROUP_ADMIN')
  // The links that the page opens with, beside the company rather than after it.
  useApi(registerLinks.listOfCompany, { params: { id: companyId }, enabled: section === 'links' && company.isPending })
  return (
    <Loaded from={company}>
      {(view) => (
        <Tabs value={section} onChange={choose} className={styles.tabs ?? ''}>
          <TabList spaced>
            {sections.map((name) => (
              <Tab key={name} value={name}>
                {t(`tab.${name}`)}
              </Tab>
            ))}
          </TabList>
          <TabPanel value="links">
            <LinksSection companyId={companyId} groupCompanyId={ofGroup ? view.groupCompanyId : null} />
          </TabPanel>
          <TabPanel value="people">
            <PeopleSection company={view} />
            <div className={styles.next}>
              <OptionalBoundary>
                <DeputySection companyId={companyId} />
              </OptionalBoundary>
            </div>
            <SignInSection company={view} />
          </TabPanel>
          <TabPanel value="units">
            <UnitsSection companyId={companyId} />
          </TabPanel>
          <TabPanel value="policy">
            <PolicySection company={view} />
          </TabPanel>
          <TabPanel value="payroll">
            <PayrollForm company={view} />
          </TabPanel>
          <TabPanel value="facts">
            <OwnFactsForm company={view} />
          </TabPanel>
        </Tabs>
      )}
    </Loaded>
  )
}

/** Whose sign-ins need a code. */
function SignInSection({ company }: { company: Company }) {
  const t = useTexts('companies')
  return (
    <section className={`stack-md ${styles.next}`}>
      <h2>{t('signIn.title')}</h2>
      <p className="t2">{t('signIn.lead')}</p>
      <Form {...companyForm(company)} submit={t('signIn.save')} plain onDone={() => showDone(t('edit.done'))}>
        <TwoFactorField hint={t('signIn.hint')} />
      </Form>
    </section>
  )
}

function OwnFactsForm({ company }: { company: Company }) {
  const t = useTexts('companies')
  return (
    <section className="stack-md">
      <h2>{t('facts.title')}</h2>
      <CompanyAgreed company={company} />
      <Form {...companyForm(company)} submit={t('facts.save')} onDone={() => showDone(t('edit.done'))}>
        <ContactFields />
        <ExemptAllocationField />
      </Form>
    </section>
  )
}
