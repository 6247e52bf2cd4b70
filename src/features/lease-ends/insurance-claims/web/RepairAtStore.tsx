import { insuranceClaims } from '#features/lease-ends/insurance-claims/contract.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { isApiError, useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { LinkProblem } from '#platform/web/parts/LinkProblem.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { PartTitle } from '#platform/web/parts/PartTitle.tsx'
import { Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'

type Page = ReplyOf<typeof insuranceClaims.repairPage>

/** On a store's page: the bicycle that it repairs, its damage and the limit of the repair. */
export function RepairAtStore({ token, isFirst }: { token: string; isFirst: boolean }) {
  const found = useApi(insuranceClaims.repairPage, { params: { token } })
  if (isApiError(found.error, 'TOKEN_NOT_VALID', 'NOT_FOUND')) return isFirst && <LinkProblem />
  return <Loaded from={found}>{(page) => <Whole page={page} isFirst={isFirst} />}</Loaded>
}

function Whole({ page, isFirst }: { page: Page; isFirst: boolean }) {
  const t = useTexts('insurance-claims')
  return (
    <section className="stack-lg">
      <PartTitle store={page.storeName} title={t('store.title')} isFirst={isFirst} />
      {page.isOpen ? (
        <p className="lead">{t('store.lead', { name: page.firstName ?? '' })}</p>
      ) : (
        <Note kind="ok">{t('store.done')}</Note>
      )}
      <Facts
        rows={[
          [t('store.bike'), page.bike],
          [t('store.frame'), page.frameNumber],
          [t('store.agreement'), page.agreementNumber],
          [t('store.damage'), page.damage],
          [t('store.limit'), page.limit !== null && <Money key="l" euros={page.limit} />],
        ]}
      />
      {page.isOpen && <p>{t('store.invoice', { agreement: page.agreementNumber })}</p>}
      {page.isOpen && <Note kind="info">{t('store.tooMuch')}</Note>}
    </section>
  )
}
