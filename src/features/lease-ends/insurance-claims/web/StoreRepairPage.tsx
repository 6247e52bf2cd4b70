import { insuranceClaims } from '#features/lease-ends/insurance-claims/contract.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { isApiError, useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { Contact } from '#platform/web/parts/Contact.tsx'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { LinkProblem } from '#platform/web/parts/LinkProblem.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { usePageTitle } from '#platform/web/parts/PageHead.tsx'
import { isToken, useLinkToken } from '#platform/web/router/use-link-token.ts'
import { Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'

type Page = ReplyOf<typeof insuranceClaims.repairPage>

/** /korjaus/{token}: a repair shop sees the bicycle, its damage and the limit of the repair. */
export function StoreRepairPage() {
  const token = useLinkToken('/korjaus')
  const found = useApi(insuranceClaims.repairPage, { params: { token }, enabled: isToken(token) })
  if (!isToken(token) || isApiError(found.error, 'TOKEN_NOT_VALID', 'NOT_FOUND')) return <LinkProblem />
  return <Loaded from={found}>{(page) => <Whole page={page} />}</Loaded>
}

function Whole({ page }: { page: Page }) {
  const t = useTexts('insurance-claims')
  usePageTitle(t('store.title'))
  return (
    <div className="stack-lg">
      <div>
        <p className="t2">{page.storeName}</p>
        <h1>{t('store.title')}</h1>
      </div>
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
      <Contact />
    </div>
  )
}
