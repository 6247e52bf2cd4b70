import { usePolicyWords } from '#features/people/companies/web/policy-words.ts'
import type { BenefitModel } from '#features/pricing/tax/rules/benefit-models.ts'
import { pageUrl } from '#platform/contract/pages.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { serviceDay } from '#platform/web/api/service-clock.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { EmptyState } from '#platform/web/parts/EmptyState.tsx'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { PageHead } from '#platform/web/parts/PageHead.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { Day, Money } from '#platform/web/table/Amounts.tsx'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import { publicAddress } from '#platform/web/words/language.ts'
import { type OwnBenefit, ownBenefit } from '../contract.ts'
import styles from './BenefitPage.module.css'

type Employer = OwnBenefit['employers'][number]

/** The calculator with the employer’s model and the person’s own last figures. */
export const calculatorOf = (language: 'fi' | 'sv' | 'en', model?: BenefitModel): string =>
  publicAddress('/laskuri', language) + (model ? `#malli=${model}` : '')

/** /mybike/etu: what one’s employer offers, what it costs whom, and how long it takes, before anything is chosen. */
export function BenefitPage() {
  const t = useTexts('employee')
  const found = useApi(ownBenefit.get, {})
  return (
    <div className="wrap">
      <PageHead title={t('benefit.title')} lead={t('benefit.lead')} />
      <Loaded from={found}>
        {({ employers, usual }) =>
          employers.length === 0 ? (
            <EmptyState drawing="pyora" act={<Link to={pageUrl('myBike')}>{t('benefit.toBike')}</Link>}>
              {t('benefit.none')}
            </EmptyState>
          ) : (
            <div className={styles.columns}>
              <div className={styles.column}>
                {employers.map((employer) => (
                  <OfEmployer key={employer.beneficiaryEmployeeId} employer={employer} />
                ))}
              </div>
              <div className={styles.column}>
                <Next model={employers[0]?.benefitModel} />
                <UsualTimes usual={usual} />
              </div>
            </div>
          )
        }
      </Loaded>
    </div>
  )
}

function Next({ model }: { model: BenefitModel | undefined }) {
  const t = useTexts('employee')
  const language = useLanguage()
  return (
    <section className="card stack-md" aria-labelledby="choose">
      <h2 id="choose">{t('benefit.choose')}</h2>
      <p className="t2">{t('benefit.chooseText')}</p>
      <div className={styles.actions}>
        <PrimaryButton component="a" href={calculatorOf(language, model)}>
          {t('benefit.calculate')}
        </PrimaryButton>
        <Button component={Link} to={pageUrl('storeFinder')}>
          {t('benefit.stores')}
        </Button>
      </div>
    </section>
  )
}

/** How long it has taken others, told of enough orders alone. */
function UsualTimes({ usual }: Pick<OwnBenefit, 'usual'>) {
  const t = useTexts('employee')
  if (usual.length === 0) return null
  return (
    <section className="card stack-md" aria-labelledby="usual">
      <h2 id="usual">{t('usual.title')}</h2>
      <dl className={styles.usual}>
        {usual.map(({ step, days, orders }) => (
          <div key={step}>
            <dt>{t(`usual.step.${step}`)}</dt>
            <dd>
              <b>{days === 0 ? t('usual.sameDay') : t('usual.days', { count: days })}</b>
              <span className="sm muted">{t('usual.of', { orders })}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p className="sm muted">{t('usual.how')}</p>
    </section>
  )
}

function OfEmployer({ employer }: { employer: Employer }) {
  const t = useTexts('employee')
  const language = useLanguage()
  const { companyName, maxPrice, benefitModel, trialEndsOn, policy } = employer
  const words = usePolicyWords()({ ...policy, benefitModel })
  const isOnTrial = policy.requiresTrialOver && trialEndsOn !== null && trialEndsOn >= serviceDay()
  const body = (policy.translations[language] ?? '').trim() || policy.body.trim()
  const id = `of-${employer.beneficiaryEmployeeId}`
  return (
    <section className="card stack-lg" aria-labelledby={id}>
      <h2 id={id}>{companyName}</h2>
      <Facts
        rows={[
          [t('benefit.maxPrice'), <Money key="m" euros={maxPrice} />],
          [t('benefit.orderCount'), String(policy.orderCount)],
          [t('benefit.trial'), isOnTrial && <Day key="t" day={trialEndsOn} />],
        ]}
      />
      {(['pays', 'gets', 'leaves', 'ends'] as const).map((group) => (
        <div key={group}>
          <h3>{t(`benefit.groups.${group}`)}</h3>
          <ul className={styles.rules}>
            {words[group].map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
      ))}
      {body && (
        <div>
          <h3>{t('benefit.ownWords')}</h3>
          <p className={`sunk ${styles.body}`}>{body}</p>
        </div>
      )}
    </section>
  )
}
