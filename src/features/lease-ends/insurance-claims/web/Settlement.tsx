import { Facts } from '#platform/web/parts/Facts.tsx'
import { Day, Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import type { ClaimView } from '../contract.ts'

/** For the staff: what the insurer pays, what has come of it, and what an end of the lease would leave to pay. */
export function Settlement({ claim }: { claim: ClaimView }) {
  const t = useTexts('insurance-claims')
  const { closing } = claim
  const money = (key: string, euros: number | null | undefined) =>
    euros !== null && euros !== undefined && <Money key={key} euros={euros} />
  if (claim.cover === null && claim.compensation === null) return null
  return (
    <section className="stack-md">
      <h3>{t('panel.settlement')}</h3>
      <Facts
        rows={[
          [t('panel.cover'), money('c', claim.cover)],
          [t('panel.decided'), claim.decidedDay && <Day key="d" day={claim.decidedDay} />],
          [t('panel.compensation'), money('s', claim.compensation)],
          [t('panel.received'), money('r', claim.received)],
          [t('panel.total'), claim.isTotalLoss && t('panel.yes')],
          [
            t(claim.step === 'LEASE_ENDED' ? 'panel.leaseEnds' : 'panel.endsOn'),
            closing && <Day key="e" day={closing.endsOn} />,
          ],
          [t('panel.buyOut'), money('b', closing?.buyOut)],
          [t('panel.left'), money('l', closing?.left)],
          [t('panel.surplus'), closing !== null && closing.surplus > 0 && money('o', closing.surplus)],
          [t('panel.payer'), closing !== null && closing.left > 0 && t(`payers.${closing.payer}`)],
          [t('panel.invoice'), closing?.invoiceNumber],
          [t('panel.released'), money('n', claim.newBike?.released)],
          [t('panel.newBikeOrder'), claim.newBike?.orderNumber],
          [t('panel.repairStore'), claim.repair?.storeName],
          [t('steps.repairLimit'), money('m', claim.repair?.limit)],
          [t('panel.repairCost'), money('k', claim.repair?.cost)],
          [t(claim.repair?.isReceipt ? 'panel.receipt' : 'panel.repairInvoice'), claim.repair?.invoiceNumber],
          [t('panel.deductible'), money('a', claim.deductible?.amount)],
          [t('panel.deductibleInvoice'), claim.deductible?.invoiceNumber],
        ]}
      />
    </section>
  )
}
