import { TabbedPage } from '#platform/web/parts/TabbedPage.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { ReceivedTab } from './ReceivedTab.tsx'
import { SentTab } from './SentTab.tsx'
import { TakeInFinvoice } from './TakeInFinvoice.tsx'

/** /admin/verkkolaskut: what sellers have sent, and how far our own have come. */
export function EInvoicesPage() {
  const t = useTexts('e-invoices')
  return (
    <TabbedPage
      title={t('title')}
      lead={t('lead')}
      aside={<TakeInFinvoice />}
      tabs={[
        { name: 'received', title: t('tabs.received'), content: ReceivedTab },
        { name: 'sent', title: t('tabs.sent'), content: SentTab },
      ]}
    />
  )
}
