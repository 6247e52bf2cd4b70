import type { ComponentProps } from 'react'
import type { Texts } from '#platform/web/words/i18n.ts'

export type Consent = 'rejected' | 'accepted'

interface Props extends ComponentProps<'section'> {
  t: Texts
  hrefOf: (path: string) => string
  /** What an answer's button carries beside its words. */
  answer: (given: Consent) => ComponentProps<'button'>
}

/** The one question about cookies, of both front ends. Both answers are one press of the same size. */
export function ConsentView({ t, hrefOf, answer, ...section }: Props) {
  return (
    <section className="consent no-print" aria-label={t('consent.label')} {...section}>
      <p>
        {t('consent.text')} <a href={hrefOf('/tietosuojaseloste#cookie')}>{t('consent.link')}</a>
      </p>
      <div className="answers">
        <button type="button" {...answer('rejected')}>
          {t('consent.reject')}
        </button>
        <button type="button" {...answer('accepted')}>
          {t('consent.accept')}
        </button>
      </div>
    </section>
  )
}
