import { companies } from '#features/people/companies/contract.ts'
import type { Company } from '#features/people/companies/shapes.ts'
import { useApi, useApiAction } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { useMay } from '#platform/web/api/user.ts'
import { Tab, TabList, TabPanel, Tabs } from '#platform/web/controls/Tabs.tsx'
import { Form } from '#platform/web/form/Form.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Removal } from '#platform/web/table/Removal.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { BasicFields, ContactFields, LessorField, LimitFields, RuleFields } from './CompanyFields.tsx'
import { LinksSection } from './LinksSection.tsx'
import { PeopleSection } from './PeopleSection.tsx'
import { PolicySection } from './PolicySection.tsx'
import styles from './Sections.module.css'
import { UnitsSection } from './UnitsSection.tsx'

const tabs = ['facts', 'units', 'people', 'policy', 'links'] as const
export type CompanyTab = (typeof tabs)[number]

interface Props {
  readonly companyId: string
  /** The tab that is open first. */
  readonly first?: CompanyTab
  readonly close: () => void
}

/** What staff see of a company and change: its details, units, people, policy and links. */
export function CompanyPanel({ companyId, first = 'facts', close }: Props) {
  const t = useTexts('companies')
  const company = useApi(companies.get, { params: { id: companyId } })
  return (
    <Loaded from={company}>
      {(view) => (
        <Tabs defaultValue={first} className={styles.panelTabs ?? ''}>
          <TabList spaced>
            {tabs.map((tab) => (
              <Tab key={tab} value={tab}>
                {t(`panelTab.${tab}`)}
              </Tab>
            ))}
          </TabList>
          <TabPanel value="facts">
            <CompanyForm company={view} close={close} />
          </TabPanel>
          <TabPanel value="units">
            <UnitsSection companyId={companyId} />
          </TabPanel>
          <TabPanel value="people">
            <PeopleSection company={view} />
          </TabPanel>
          <TabPanel value="policy">
            <PolicySection company={view} />
          </TabPanel>
          <TabPanel value="links">
            <LinksSection companyId={companyId} groupCompanyId={view.groupCompanyId} />
          </TabPanel>
        </Tabs>
      )}
    </Loaded>
  )
}

function CompanyForm({ company, close }: { company: Company; close: () => void }) {
  const t = useTexts('companies')
  const may = useMay()
  const params = { id: company.companyId }
  const refresh = [companies.register, companies.list]
  const remove = useApiAction(companies.remove, {
    refresh,
    onSuccess: () => {
      showDone(t('remove.done', { name: company.name }))
      close()
    },
  })
  return (
    <div className="stack-lg">
      <Form
        endpoint={companies.update}
        params={params}
        initial={company}
        also={{ version: company.version }}
        submit={t('edit.save', { name: company.name })}
        refresh={[companies.get, ...refresh]}
        onDone={() => showDone(t('edit.done'))}
      >
        <BasicFields groupName={company.groupCompanyName} />
        <LimitFields />
        <LessorField name={company.leasingCompanyName} />
        <ContactFields />
        <RuleFields />
      </Form>
      {may('company:delete') && (
        <Removal
          ask={t('remove.ask')}
          title={t('remove.title', { name: company.name })}
          text={t('remove.text')}
          confirm={t('remove.confirm')}
          remove={() => remove.mutateAsync({ params, query: { version: company.version } })}
        />
      )}
    </div>
  )
}
