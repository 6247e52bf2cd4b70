import type { ReplyOf } from '#platform/contract/contract.ts'
import { fileUrl, useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { Field } from '#platform/web/form/Field.tsx'
import { Form } from '#platform/web/form/Form.tsx'
import { BeingMade } from '#platform/web/parts/BeingMade.tsx'
import { PageHead } from '#platform/web/parts/PageHead.tsx'
import { type Holder, StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Instant } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { personalData } from '../contract.ts'
import styles from './PersonalDataPage.module.css'

type Copy = ReplyOf<typeof personalData.copies>['copies'][number]

const holders: Record<Copy['state'], Holder> = { MAKING: 'employee', READY: 'running', EXPIRED: 'none' }

/** /admin/tietojen-kopiot: copies that staff put together for people without a sign-in. */
export function PersonalDataPage() {
  const t = useTexts('personal-data')
  const found = useApi(personalData.copies, {})
  return (
    <>
      <PageHead title={t('staff.title')} lead={t('staff.lead')} />
      <div className={styles.columns}>
        <section className={`card ${styles.make}`}>
          <Form
            endpoint={personalData.make}
            initial={{}}
            submit={t('staff.make')}
            refresh={[personalData.copies]}
            onDone={() => showDone(t('staff.made'))}
          >
            <Field name="email" kind="email" label={t('staff.email')} />
            <Field name="reason" kind="textarea" label={t('staff.reason')} hint={t('staff.reasonHint')} />
          </Form>
        </section>
        <Loaded from={found}>
          {({ copies }) =>
            copies.length === 0 ? (
              <p className="muted">{t('staff.empty')}</p>
            ) : (
              <ul className={styles.list}>
                {copies.map((copy) => (
                  <Made key={copy.copyId} copy={copy} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
    </>
  )
}

function Made({ copy: { copyId, state, email, reason, madeBy, orderedAt } }: { copy: Copy }) {
  const t = useTexts('personal-data')
  return (
    <li className="card stack-sm">
      <p className={styles.head}>
        <b className={styles.address}>{email}</b>
        <StatusPill holder={holders[state]}>{t(`staff.states.${state}`)}</StatusPill>
      </p>
      <p className={styles.reason}>{reason}</p>
      <p className="sm muted">
        {madeBy} · <Instant at={orderedAt} />
      </p>
      {state === 'MAKING' && <BeingMade refresh={personalData.copies}>{t('staff.made')}</BeingMade>}
      {state === 'READY' && (
        <p>
          <a href={fileUrl(personalData.file, { id: copyId })}>{t('staff.download', { email })}</a>
        </p>
      )}
    </li>
  )
}
