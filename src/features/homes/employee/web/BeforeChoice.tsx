import { IconBuildingStore, IconCalculator, IconFileDescription } from '@tabler/icons-react'
import { pageUrl } from '#platform/contract/pages.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Link } from '#platform/web/router/Link.tsx'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import { ownBenefit } from '../contract.ts'
import styles from './BenefitPage.module.css'
import { calculatorOf } from './BenefitPage.tsx'

const icon = { size: 22, stroke: 1.75, 'aria-hidden': true } as const

/** The ways to what one wants to know before choosing, and how long the answer usually takes while one waits for it. */
export function BeforeChoice({ employeeId, isWaiting }: { employeeId: string; isWaiting: boolean }) {
  const t = useTexts('employee')
  const language = useLanguage()
  const { data } = useApi(ownBenefit.get, {})
  const answer = data?.usual.find(({ step }) => step === 'ANSWER')
  const model = data?.employers.find(({ beneficiaryEmployeeId }) => beneficiaryEmployeeId === employeeId)?.benefitModel
  return (
    <section aria-labelledby="before-choice">
      <h2 id="before-choice">{t('before.title')}</h2>
      {isWaiting && answer && (
        <p className="t2">
          {answer.days === 0
            ? t('before.answerSameDay', { orders: answer.orders })
            : t('before.answer', { count: answer.days, orders: answer.orders })}
        </p>
      )}
      <div className={styles.tiles} style={{ marginTop: 'var(--s-3)' }}>
        <Link to={pageUrl('ownBenefit')}>
          <IconFileDescription {...icon} />
          <span>{t('before.policy')}</span>
        </Link>
        <a href={calculatorOf(language, model)}>
          <IconCalculator {...icon} />
          <span>{t('before.compare')}</span>
        </a>
        <Link to={pageUrl('storeFinder')}>
          <IconBuildingStore {...icon} />
          <span>{t('before.stores')}</span>
        </Link>
      </div>
    </section>
  )
}
