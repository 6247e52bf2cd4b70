import type { ReactNode } from 'react'
import { companies } from '#features/people/companies/contract.ts'
import type { Company } from '#features/people/companies/shapes.ts'
import { leasing } from '#features/pricing/leasing/contract.ts'
import { pages, pageUrl } from '#platform/contract/pages.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { Button } from '#platform/web/controls/Button.tsx'
import { Form } from '#platform/web/form/Form.tsx'
import { useForm } from '#platform/web/form/form-context.ts'
import { Note } from '#platform/web/parts/Note.tsx'
import { PageHead } from '#platform/web/parts/PageHead.tsx'
import { StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { useAddressState } from '#platform/web/router/address-state.ts'
import { Link } from '#platform/web/router/Link.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { useRoleNames } from '#platform/web/words/role-names.ts'
import { BasicFields, ContactFields, LessorField, LimitFields, PolicyFields, RuleFields } from './CompanyFields.tsx'
import { InviteForm } from './PeopleSection.tsx'
import styles from './Sections.module.css'

const defaults = {
  maxPrice: 4500,
  language: 'fi',
  twoFactor: 'NONE',
  exemptAllocation: 'MONTHLY',
  policy: { excess: 'NO', claimPayer: 'EMPLOYEE', orderCount: 1, benefitModel: 'FROM_SALARY', homeDelivery: true },
}

/** A new company from its name to the invitation of the person who will run its benefit. */
export function AddCompanyPage() {
  const t = useTexts('companies')
  const [{ company: madeId }, setAddress] = useAddressState()
  const made = useApi(companies.get, { params: { id: madeId ?? '' }, enabled: Boolean(madeId) })
  if (madeId)
    return (
      <Loaded from={made}>
        {(company) => <FirstAdmin company={company} another={() => setAddress({ company: null })} />}
      </Loaded>
    )
  return (
    <>
      <PageHead title={t('add.title')} lead={t('add.lead')} />
      <Form
        endpoint={companies.create}
        initial={defaults}
        submit={t('add.submit')}
        refresh={[companies.register, companies.list]}
        onDone={({ companyId }) => setAddress({ company: companyId })}
      >
        <div className={styles.columns}>
          <Step number={1} title={t('add.basics')}>
            <BasicFields />
            <ContactFields />
            <RuleFields />
          </Step>
          <div className="stack-lg">
            <Step number={2} title={t('add.limits')}>
              <LimitFields />
              <PolicyFields prefix="policy." />
            </Step>
            <Step number={3} title={t('add.lessor')}>
              <LessorField />
              <BillingTableInForce />
            </Step>
          </div>
        </div>
      </Form>
    </>
  )
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <section className="card stack-md">
      <h2>
        <span className={styles.number}>{number}</span>
        {title}
      </h2>
      {children}
    </section>
  )
}

/** Which general billing table the chosen lessor prices with; without one nobody could order. */
function BillingTableInForce() {
  const t = useTexts('companies')
  const lessorId = String(useForm().inputOf('leasingCompanyId', 'picker'))
  const tables = useApi(leasing.billingTables, { query: { leasingCompanyId: lessorId }, enabled: lessorId !== '' })
  if (lessorId === '') return <Note kind="warn">{t('add.noLessor')}</Note>
  if (!tables.data) return null
  const general = tables.data.billingTables.filter((table) => table.companyId === null)
  if (general.length === 0) return <Note kind="warn">{t('add.noTable')}</Note>
  return <Note kind="ok">{t('add.table', { names: general.map((table) => table.name).join(', ') })}</Note>
}

function FirstAdmin({ company, another }: { company: Company; another: () => void }) {
  const t = useTexts('companies')
  return (
    <>
      <PageHead title={t('add.doneTitle', { name: company.name })} lead={t('add.doneLead')} />
      <div className={styles.columns}>
        <Step number={4} title={t('add.admin')}>
          <Invited companyId={company.companyId} />
          <InviteForm companyId={company.companyId} primary />
        </Step>
        <section className="card stack-md">
          <h2>{t('add.next')}</h2>
          <div className="row">
            <Button component={Link} to={pages.adminBillingTables}>
              {t('add.ownTable')}
            </Button>
            <Button component={Link} to={pageUrl('adminCompany', { companyId: company.companyId })}>
              {t('add.open')}
            </Button>
            <Button onClick={another}>{t('add.another')}</Button>
          </div>
        </section>
      </div>
    </>
  )
}

/** Who has been invited to run the company's benefit so far, and how far each has come. */
function Invited({ companyId }: { companyId: string }) {
  const t = useTexts('companies')
  const roleName = useRoleNames('companies')
  const people = useApi(companies.employerPeople, { params: { id: companyId } })
  const items = people.data?.items ?? []
  if (items.length === 0) return null
  return (
    <section className="stack-sm">
      <h3>{t('add.invited')}</h3>
      <ul className={styles.list}>
        {items.map((person) => (
          <li key={person.userId} className={styles.item}>
            <div>
              <strong>
                {person.firstName} {person.lastName}
              </strong>
              <p className="sm muted">
                {person.workEmail} · {person.roles.map(roleName).join(', ')}
              </p>
            </div>
            <StatusPill holder={person.invited || !person.hasSignedIn ? 'employer' : 'running'}>
              {t(person.invited ? 'people.waits' : person.hasSignedIn ? 'people.signedIn' : 'people.notYet')}
            </StatusPill>
          </li>
        ))}
      </ul>
    </section>
  )
}
