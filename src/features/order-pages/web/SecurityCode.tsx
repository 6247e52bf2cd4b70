import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './Orders.module.css'

/** The code that the buyer shows at the hand-over, large enough to be read across a counter. */
export function SecurityCode({ code }: { code: string }) {
  const t = useTexts('orders')
  return (
    <section className={`card ${styles.codeCard}`}>
      <h2>{t('code.title')}</h2>
      <p className={`fig ${styles.code}`}>{code}</p>
      <p className="sm">{t('code.text')}</p>
    </section>
  )
}
