import { claimPayers } from '#features/people/companies/shapes.ts'
import { endOfLeaseDefaults, excessPolicies } from '#features/pricing/leasing/rules/price-limit.ts'
import { benefitModels } from '#features/pricing/tax/rules/benefit-models.ts'
import { centsFromEuros, parseEuroInput } from '#platform/values/money.ts'
import { useForm } from '#platform/web/form/form-context.ts'
import { Money } from '#platform/web/table/Amounts.tsx'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import { publicAddress } from '#platform/web/words/language.ts'
import { usePolicyWords } from './policy-words.ts'
import styles from './Sections.module.css'

/** The calculator, on the employer's side, with a bike of the highest price under the chosen model. */
function useCalculator(cents: number): string {
  const model = useForm().inputOf('benefitModel', 'select')
  const given = new URLSearchParams({
    hinta: String(cents / 100).replace('.', ','),
    malli: String(model),
    nakyma: 'tyonantaja',
  })
  return `${publicAddress('/laskuri', useLanguage())}#${given}`
}

/** The rules as sentences to an employee, as they are being typed. */
function useRules(): string[] {
  const { inputOf } = useForm()
  const holds = (name: string) => inputOf(name, 'checkbox') === true
  const chosen = <V extends string>(name: string, of: readonly [V, ...V[]], [first] = of): V =>
    of.find((one) => one === inputOf(name, 'select')) ?? first
  const groups = usePolicyWords()({
    benefitModel: chosen('benefitModel', benefitModels),
    excess: chosen('excess', excessPolicies),
    claimPayer: chosen('claimPayer', claimPayers),
    requiresTrialOver: holds('requiresTrialOver'),
    allowsLeaveBeforeEnd: holds('allowsLeaveBeforeEnd'),
    allowsReturn: holds('allowsReturn'),
    allowsBrokerage: holds('allowsBrokerage'),
    endOfLeaseDefault: chosen('endOfLeaseDefault', endOfLeaseDefaults),
    homeDelivery: holds('homeDelivery'),
  })
  return Object.values(groups).flat()
}

/** What the terms come to for an employee, as they are being typed; the text stands as the order form shows it. */
export function PolicyPreview({ maxPrice }: { maxPrice: number | null }) {
  const t = useTexts('companies')
  const { inputOf } = useForm()
  const own = parseEuroInput(String(inputOf('maxPrice', 'money')))
  const cents = own ?? (maxPrice === null ? null : centsFromEuros(maxPrice))
  const calculator = useCalculator(cents ?? 0)
  const rules = useRules()
  const body = String(inputOf('body', 'textarea')).trim()
  return (
    <aside className={`card stack-md ${styles.preview}`} aria-label={t('preview.title')}>
      <h3>{t('preview.title')}</h3>
      {cents !== null && (
        <p>
          {t('preview.maxPrice')}{' '}
          <b>
            <Money cents={cents} />
          </b>
        </p>
      )}
      <ul className={styles.rules}>
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      {body && <p className={`sunk sm ${styles.policyText}`}>{body}</p>}
      {cents !== null && cents > 0 && (
        <p className="sm">
          <a href={calculator} target="_blank" rel="noopener">
            {t('preview.calculate')}
          </a>
        </p>
      )}
    </aside>
  )
}
