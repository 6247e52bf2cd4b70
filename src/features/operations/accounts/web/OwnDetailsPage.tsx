import { useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { SegmentedControl } from '#platform/web/controls/SegmentedControl.tsx'
import { Field, FieldRow } from '#platform/web/form/Field.tsx'
import { Form } from '#platform/web/form/Form.tsx'
import { TabbedPage } from '#platform/web/parts/TabbedPage.tsx'
import { useTheme } from '#platform/web/shell/theme-choice.ts'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { languageNames, languages } from '#platform/web/words/language.ts'
import { accounts } from '../contract.ts'
import { MembershipsSection } from './MembershipsSection.tsx'
import { OwnCopySection } from './OwnCopySection.tsx'
import styles from './OwnDetailsPage.module.css'
import { OwnNotices } from './OwnNotices.tsx'
import { OwnReadsSection } from './OwnReadsSection.tsx'
import { OwnRightsSection } from './OwnRightsSection.tsx'
import { PendingChanges } from './PendingChanges.tsx'
import { OwnPreferences } from './PreferencesForm.tsx'
import { SecuritySection } from './SecuritySection.tsx'

/** /kayttaja: one's own details with what one hears of, how one signs in, and what one may ask about one's data. */
export function OwnDetailsPage() {
  const t = useTexts('accounts')
  return (
    <div className="wrap">
      <TabbedPage
        title={t('own.title')}
        lead={t('own.lead')}
        above={<PendingChanges />}
        tabs={[
          { name: 'tiedot', title: t('own.tabs.details'), content: OwnTab },
          { name: 'kirjautuminen', title: t('own.tabs.security'), content: SignInTab },
          { name: 'tietoni', title: t('own.tabs.data'), content: DataTab, places: ['copy', 'reads', 'rights'] },
        ]}
      />
    </div>
  )
}

function OwnTab() {
  const t = useTexts('accounts')
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <Details />
        <MembershipsSection />
      </div>
      <div className={styles.column}>
        <OwnNotices />
        <section className={`card ${styles.section}`} id="mails" aria-labelledby="mails-title">
          <h2 id="mails-title">{t('own.mails')}</h2>
          <p className="t2">{t('own.mailsLead')}</p>
          <OwnPreferences />
        </section>
        <Appearance />
      </div>
    </div>
  )
}

function SignInTab() {
  return (
    <div className={styles.single}>
      <SecuritySection />
    </div>
  )
}

function DataTab() {
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <OwnCopySection className={`card ${styles.section}`} />
        <OwnReadsSection />
      </div>
      <div className={styles.column}>
        <OwnRightsSection />
      </div>
    </div>
  )
}

function Details() {
  const t = useTexts('accounts')
  const own = useApi(accounts.own, {})
  return (
    <section className={`card ${styles.section}`} aria-labelledby="details">
      <h2 id="details">{t('own.details')}</h2>
      <Loaded from={own} skeleton={<div className={styles.form} />}>
        {(user) => (
          <>
            <Form
              endpoint={accounts.updateOwn}
              initial={user}
              also={{ version: user.version }}
              submit={t('own.save')}
              refresh={[accounts.own]}
              onDone={() => showDone(t('own.saved'))}
            >
              <FieldRow>
                <Field name="firstName" label={t('own.firstName')} autoComplete="given-name" />
                <Field name="lastName" label={t('own.lastName')} autoComplete="family-name" />
              </FieldRow>
              <Field name="workEmail" label={t('own.workEmail')} kind="email" autoComplete="email" />
              <Field name="personalEmail" label={t('own.personalEmail')} hint={t('own.personalHint')} kind="email" />
              <Field
                name="language"
                label={t('own.language')}
                kind="select"
                options={languages.map((value) => ({ value, label: languageNames[value] }))}
              />
            </Form>
          </>
        )}
      </Loaded>
    </section>
  )
}

function Appearance() {
  const t = useTexts('accounts')
  const { isDark, toggle } = useTheme()
  return (
    <section className={`card ${styles.section}`} aria-labelledby="appearance">
      <h2 id="appearance">{t('own.appearance')}</h2>
      <SegmentedControl
        aria-label={t('own.theme')}
        value={isDark ? 'dark' : 'light'}
        onChange={(chosen) => (chosen === 'dark') !== isDark && toggle()}
        data={[
          { value: 'light', label: t('own.light') },
          { value: 'dark', label: t('own.dark') },
        ]}
      />
    </section>
  )
}
