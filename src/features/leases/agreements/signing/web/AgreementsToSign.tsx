import { agreements } from '#features/leases/agreements/contract.ts'
import { fileUrl } from '#platform/web/api/api.ts'
import { Checkbox } from '#platform/web/controls/Checkbox.tsx'
import { Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import type { ToSign } from './SignAllPage.tsx'
import styles from './Signing.module.css'

interface Props {
  readonly all: readonly ToSign[]
  /** The agreements that are left out of the act. */
  readonly left: ReadonlySet<string>
  readonly toggle: (id: string) => void
}

/** The waiting agreements with the figures that matter, each to read and to leave out. */
export function AgreementsToSign({ all, left, toggle }: Props) {
  const t = useTexts('signing')
  return (
    <ul className={styles.waiting}>
      {all.map((one) => (
        <li key={one.leasingAgreementId}>
          <Checkbox
            checked={!left.has(one.leasingAgreementId)}
            onChange={() => toggle(one.leasingAgreementId)}
            label={`${one.employeeName}, ${one.bike}`}
            description={`${one.companyName}, ${one.agreementNumber}`}
          />
          <p className="sm t2">
            <Money euros={one.instalment} /> {t('all.perMonth', { count: one.leaseTimeMonths })} · {t('facts.total')}{' '}
            <Money euros={one.totalAmount} /> · {t('facts.residual')} <Money euros={one.residual} />
          </p>
          <a
            href={fileUrl(agreements.document, { id: one.leasingAgreementId }, { inline: true })}
            target="_blank"
            rel="noreferrer"
            className="sm"
          >
            {t('read')}
            <span className="vh">
              {' '}
              {one.employeeName} {t('newTab')}
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}
