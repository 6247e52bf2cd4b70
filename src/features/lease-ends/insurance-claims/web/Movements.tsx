import { banking } from '#features/money/banking/contract.ts'
import { useApi, useApiAction } from '#platform/web/api/api.ts'
import { useMay } from '#platform/web/api/user.ts'
import { AskFirst } from '#platform/web/dialogs/AskFirst.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Day, Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { type ClaimView, insuranceClaims, readsOfClaims } from '../contract.ts'

/** For the staff: movements on the bank account that may be the insurer's money for this claim. */
export function Movements({ claim }: { claim: ClaimView }) {
  const t = useTexts('insurance-claims')
  const may = useMay()
  const isAwaited = claim.waitingFor.includes('INSURER') && claim.compensation !== null
  const params = { id: claim.insuranceId }
  const found = useApi(insuranceClaims.movements, { params, enabled: isAwaited && may('bank:match') })
  const match = useApiAction(insuranceClaims.match, {
    refresh: [...readsOfClaims, banking.entries, banking.entry],
    onSuccess: () => showDone(t('movements.done')),
  })
  if (!isAwaited || !found.data || found.data.items.length === 0) return null
  return (
    <section className="stack-md">
      <h3>{t('movements.title')}</h3>
      {found.data.items.map(({ bankEntryId, entryVersion, amount, bookedDay, counterparty, message }) => (
        <div key={bankEntryId} className="card stack-md">
          <p>
            <Money euros={amount} /> · <Day day={bookedDay} /> · {counterparty}
            <br />
            <span className="sm t2">{message}</span>
          </p>
          <div>
            <AskFirst
              act={t('movements.choose')}
              run={() => match.mutateAsync({ params, body: { version: claim.version, bankEntryId, entryVersion } })}
            />
          </div>
        </div>
      ))}
    </section>
  )
}
