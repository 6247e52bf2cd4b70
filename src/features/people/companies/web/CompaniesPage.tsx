import { companies } from '#features/people/companies/contract.ts'
import type { Company } from '#features/people/companies/shapes.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { pages } from '#platform/contract/pages.ts'
import { useApi, useApiAction } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Tab, TabList, TabPanel, Tabs } from '#platform/web/controls/Tabs.tsx'
import { Form } from '#platform/web/form/Form.tsx'
import { StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Money } from '#platform/web/table/Amounts.tsx'
import type { Column } from '#platform/web/table/DataTable.tsx'
import { Register } from '#platform/web/table/Register.tsx'
import { Removal } from '#platform/web/table/Removal.tsx'
import { type Texts, useTexts } from '#platform/web/words/i18n.ts'
import { BasicFields, ContactFields, LessorField, LimitFields, RuleFields } from './CompanyFields.tsx'
import { LinksSection } from './LinksSection.tsx'
import { PeopleSection } from './PeopleSection.tsx'
import { PolicySection } from './PolicySection.tsx'
import styles from './Sections.module.css'
import { UnitsSection } from './UnitsSection.tsx'

type Row = ReplyOf<typeof companies.register>['items'][number]

const columnsOf = (t: Texts): Column<Row>[] => [
  { key: 'name', title: t('field.name'), cell: (row) => row.name, sort: 'name' },
  {
    key: 'businessId',
    inName: true,
    title: t('field.businessId'),
    cell: (row) => <span className="n">{row.businessId}</span>,
  },
  { key: 'city', title: t('field.city'), cell: (row) => row.city ?? '–', choice: true },
  { key: 'group', title: t('field.group'), cell: (row) => row.groupCompanyName ?? '–', choice: true },
  { key: 'lessor', title: t('field.lessor'), cell: (row) => row.leasingCompanyName ?? '–', choice: true },
  {
    key: 'maxPrice',
    title: t('list.maxPrice'),
    cell: (row) => <Money euros={row.maxPrice} />,
    align: 'right',
    choice: true,
  },
  {
    key: 'employees',
    title: t('list.employees'),
    cell: (row) => <span className="n">{row.employeeCount}</span>,
    align: 'right',
  },
  {
    key: 'pending',
    title: t('list.pending'),
    cell: (row) => (row.pendingCount > 0 ? <StatusPill holder="employer">{row.pendingCount}</StatusPill> : '–'),
    align: 'right',
  },
]

/** The staff's register of companies. */
export function CompaniesPage() {
  const t = useTexts('companies')
  const add = (
    <Button component={Link} to={pages.adminAddCompany}>
      {t('list.add')}
    </Button>
  )
  return (
    <Register
      title={t('list.title')}
      from={companies.register}
      rowKey={(row) => row.companyId}
      search={{ name: 'search', hint: t('list.search') }}
      firstSort={{ by: 'name', descending: false }}
      columns={columnsOf(t)}
      panel={{
        byId: true,
        above: (row) => row.businessId,
        title: (row) => row.name,
        content: (row, close) => <CompanyPanel companyId={row.companyId} close={close} />,
      }}
      controls={add}
      empty={{ text: t('list.empty'), act: add }}
    />
  )
}

function CompanyPanel({ companyId, close }: { companyId: string; close: () => void }) {
  const t = useTexts('companies')
  const company = useApi(companies.get, { params: { id: companyId } })
  return (
    <Loaded from={company}>
      {(view) => (
        <Tabs defaultValue="facts" className={styles.panelTabs ?? ''}>
          <TabList spaced>
            {(['facts', 'units', 'people', 'policy', 'links'] as const).map((tab) => (
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
