import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { demo } from '#features/operations/demo/contract.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { pages } from '#platform/contract/pages.ts'
import type { ApiError } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { CopyButton } from '#platform/web/controls/CopyButton.tsx'
import { IconButton } from '#platform/web/controls/IconButton.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './DemoPage.module.css'

type Users = ReplyOf<typeof demo.users>

function Copy({ value, label }: { value: string; label: string }) {
  const t = useTexts('demo')
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <IconButton aria-label={copied ? t('actions.copied') : label} onClick={copy}>
          {copied ? <IconCheck size={16} aria-hidden="true" /> : <IconCopy size={16} aria-hidden="true" />}
        </IconButton>
      )}
    </CopyButton>
  )
}

/** Who one can be, with the password and the codes of the authenticator apps. */
export function DemoUsers({ users }: { users: UseQueryResult<Users, ApiError> }) {
  const t = useTexts('demo')
  return (
    <section className={`card ${styles.card}`}>
      <h2>{t('users.title')}</h2>
      <Loaded from={users}>
        {({ items }) => (
          <>
            <p className="row">
              {t('users.password')}: <code>{items[0]?.password}</code>
              <Copy value={items[0]?.password ?? ''} label={t('users.copyPassword')} />
            </p>
            <ul className={styles.users}>
              {items.map(({ email, code }) => (
                <li key={email}>
                  <b>{t(`roles.${email.split('@')[0]}`)}</b>
                  <span className={styles.email}>
                    {email}
                    <Copy value={email} label={t('users.copyEmail', { email })} />
                  </span>
                  {code && (
                    <span className={styles.code}>
                      {t('users.code')} <b className="n">{code}</b>
                    </span>
                  )}
                </li>
              ))}
            </ul>
            <p className="sm t2">{t('users.codeHint')}</p>
            <p>
              <a href={pages.login}>{t('users.signIn')}</a>
            </p>
          </>
        )}
      </Loaded>
    </section>
  )
}
