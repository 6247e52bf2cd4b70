import { companies } from '#features/people/companies/contract.ts'
import type { BikePolicy, Company } from '#features/people/companies/shapes.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { useMay } from '#platform/web/api/user.ts'
import { Form } from '#platform/web/form/Form.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Instant, Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { PolicyFields } from './CompanyFields.tsx'
import { PolicyPreview } from './PolicyPreview.tsx'
import styles from './Sections.module.css'

const refresh = [companies.policyVersions, companies.policy, companies.get, companies.maxPrice]

/** The policy in force, to be changed by a new version beside what it says to an employee, and the versions before it. */
export function PolicySection({ company: { companyId, maxPrice } }: { company: Company }) {
  const t = useTexts('companies')
  const may = useMay()('bike-policy:update')
  const versions = useApi(companies.policyVersions, { params: { id: companyId } })
  return (
    <section className={`stack-md ${styles.policy}`}>
      <h2>{t('policy.title')}</h2>
      <p className="t2">{t('policy.lead')}</p>
      <Loaded from={versions}>
        {({ items: [current, ...earlier] }) => (
          <div className="stack-lg">
            {current && may && (
              <Form
                key={current.version}
                endpoint={companies.changePolicy}
                params={{ id: companyId }}
                initial={current}
                also={{ version: current.version }}
                submit={t('policy.publish')}
                refresh={refresh}
                onDone={({ version }) => showDone(t('policy.published', { version }))}
              >
                <div className={styles.besides}>
                  <div className={styles.fields}>
                    <PolicyFields />
                  </div>
                  <PolicyPreview maxPrice={maxPrice} />
                </div>
              </Form>
            )}
            {current && !may && <PolicyVersion policy={current} />}
            {earlier.length > 0 && (
              <div className="stack-md">
                <h3>{t('policy.earlier')}</h3>
                {earlier.map((policy) => (
                  <details key={policy.version}>
                    <summary>
                      {t('policy.version', { version: policy.version })} <Instant at={policy.createdAt} dayOnly />
                    </summary>
                    <PolicyVersion policy={policy} />
                  </details>
                ))}
              </div>
            )}
          </div>
        )}
      </Loaded>
    </section>
  )
}

function PolicyVersion({ policy }: { policy: BikePolicy }) {
  const t = useTexts('companies')
  const yesNo = (value: boolean) => t(value ? 'states.yes' : 'states.no')
  return (
    <div className="stack-md">
      <dl className={styles.facts}>
        <dt>{t('policy.maxPrice')}</dt>
        <dd>
          <Money euros={policy.maxPrice} />
        </dd>
        <dt>{t('policy.excess')}</dt>
        <dd>{t(`excess.${policy.excess}`)}</dd>
        <dt>{t('policy.claimPayer')}</dt>
        <dd>{t(`claimPayer.${policy.claimPayer}`)}</dd>
        <dt>{t('policy.orderCount')}</dt>
        <dd>{policy.orderCount}</dd>
        <dt>{t('policy.benefitModel')}</dt>
        <dd>{t(`benefitModel.${policy.benefitModel}`)}</dd>
        <dt>{t('policy.requiresTrialOver')}</dt>
        <dd>{yesNo(policy.requiresTrialOver)}</dd>
        <dt>{t('policy.allowsLeaveBeforeEnd')}</dt>
        <dd>{yesNo(policy.allowsLeaveBeforeEnd)}</dd>
        <dt>{t('policy.allowsReturn')}</dt>
        <dd>{yesNo(policy.allowsReturn)}</dd>
        <dt>{t('policy.allowsBrokerage')}</dt>
        <dd>{yesNo(policy.allowsBrokerage)}</dd>
        <dt>{t('policy.endOfLeaseDefault')}</dt>
        <dd>{t(`endOfLeaseDefault.${policy.endOfLeaseDefault}`)}</dd>
        <dt>{t('policy.homeDelivery')}</dt>
        <dd>{yesNo(policy.homeDelivery)}</dd>
      </dl>
      {policy.body && <p className={styles.policyText}>{policy.body}</p>}
    </div>
  )
}
