import { fileUrl } from '#platform/web/api/api.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { Day } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { brokerage, type CaseView } from '../contract.ts'
import { SignTransfer } from './SignTransfer.tsx'

/** How far a transfer is: who has said yes, what becomes of the tax, the document, and the viewer's signature. */
export function Transfer({ one }: { one: CaseView }) {
  const t = useTexts('brokerage')
  if (one.transferBy === null || one.buyer) return null
  const isOpen = one.step === 'TRANSFER'
  const answer = (yes: boolean) => t(yes ? 'transfer.yes' : 'transfer.notYet')
  const mine = one.signsAs.find((party) => one.unsigned.includes(party))
  return (
    <section className="card stack-md">
      <h2>{t('transfer.title')}</h2>
      <p>{t('transfer.lead')}</p>
      <Facts
        rows={[
          [t('columns.lessor'), one.lessor],
          [t('transfer.giver'), one.sellerCompany === one.takerCompany ? null : answer(one.giverAgreed)],
          [t('transfer.taker'), answer(one.takerAgreed)],
          [t('transfer.lessor'), one.lessorReference ?? t('transfer.notYet')],
          [t('transfer.unsigned'), one.unsigned.map((party) => t(`parties.${party}`)).join(', ')],
          [t('columns.newAgreement'), one.newAgreementNumber],
          [t('transfer.until'), isOpen && <Day key="u" day={one.transferBy} />],
          [t('transfer.startsOn'), one.startsOn && <Day key="s" day={one.startsOn} />],
        ]}
      />
      {isOpen && one.taxChange && (
        <Note kind="warn">
          {t('transfer.taxWarning', { from: t(`taxes.${one.taxChange.from}`), to: t(`taxes.${one.taxChange.to}`) })}
        </Note>
      )}
      {one.documentSha256 && (
        <div>
          <Button
            component="a"
            href={fileUrl(brokerage.document, { id: one.bikeBrokerageId })}
            target="_blank"
            rel="noreferrer"
          >
            {t('transfer.read')}
          </Button>
        </div>
      )}
      {isOpen && mine && one.documentSha256 && (
        <SignTransfer one={one} party={mine} documentSha256={one.documentSha256} />
      )}
    </section>
  )
}
