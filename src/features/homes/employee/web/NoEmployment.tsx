import { Contact } from '#platform/web/parts/Contact.tsx'
import { EmptyState } from '#platform/web/parts/EmptyState.tsx'
import { PageHead } from '#platform/web/parts/PageHead.tsx'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import { publicAddress } from '#platform/web/words/language.ts'

/** What somebody reads here whom no employer offers a bicycle. */
export function NoEmployment() {
  const t = useTexts('orders')
  const language = useLanguage()
  return (
    <div className="wrap">
      <PageHead title={t('own.none.title')} />
      <EmptyState drawing="pyora" act={<a href={publicAddress('/tyontekijalle', language)}>{t('own.none.act')}</a>}>
        {t('own.none.text')}
      </EmptyState>
      <div style={{ maxWidth: '28rem', paddingBlock: 'var(--s-6)' }}>
        <Contact />
      </div>
    </div>
  )
}
