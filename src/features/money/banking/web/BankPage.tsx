import { useMay } from '#platform/web/api/user.ts'
import { TabbedPage } from '#platform/web/parts/TabbedPage.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { DoubtsTab } from './DoubtsTab.tsx'
import { EntriesTab } from './EntriesTab.tsx'
import { FilesTab } from './FilesTab.tsx'
import { OrdersTab } from './OrdersTab.tsx'
import { OverpaidTab } from './OverpaidTab.tsx'
import { PaymentFilesTab } from './PaymentFilesTab.tsx'
import { StatementsTab } from './StatementsTab.tsx'
import { TakeIn } from './TakeIn.tsx'

/** /admin/pankki: what has come to the accounts, and what leaves them. */
export function BankPage() {
  const t = useTexts('banking')
  const may = useMay()
  return (
    <TabbedPage
      title={t('title')}
      lead={t('lead')}
      aside={may('bank:import') && <TakeIn />}
      tabs={[
        { name: 'entries', title: t('tabs.entries'), content: EntriesTab },
        { name: 'doubts', title: t('tabs.doubts'), content: DoubtsTab },
        { name: 'overpaid', title: t('tabs.overpaid'), content: OverpaidTab },
        { name: 'orders', title: t('tabs.orders'), content: OrdersTab },
        { name: 'paymentFiles', title: t('tabs.paymentFiles'), content: PaymentFilesTab },
        { name: 'statements', title: t('tabs.statements'), content: StatementsTab },
        { name: 'files', title: t('tabs.files'), content: FilesTab },
      ]}
    />
  )
}
