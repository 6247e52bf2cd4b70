import { TabbedPage } from '#platform/web/parts/TabbedPage.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { AssetsTab } from '../assets/web/AssetsTab.tsx'
import { LateTab } from '../late/web/LateTab.tsx'
import { LossesTab } from '../losses/web/LossesTab.tsx'
import { AccountsTab } from './AccountsTab.tsx'
import { BankTab } from './BankTab.tsx'
import { BooksTab } from './BooksTab.tsx'
import { MonthsTab } from './MonthsTab.tsx'
import { ReturnTab } from './ReturnTab.tsx'
import { VouchersTab } from './VouchersTab.tsx'

/** /admin/kirjanpito: the months of the books, and what they are compared with. */
export function BookkeepingPage() {
  const t = useTexts('bookkeeping')
  return (
    <TabbedPage
      title={t('title')}
      lead={t('lead')}
      tabs={[
        { name: 'months', title: t('tabs.months'), content: MonthsTab },
        { name: 'vouchers', title: t('tabs.vouchers'), content: VouchersTab },
        { name: 'accounts', title: t('tabs.accounts'), content: AccountsTab },
        { name: 'bank', title: t('tabs.bank'), content: BankTab },
        { name: 'return', title: t('tabs.return'), content: ReturnTab },
        { name: 'late', title: t('tabs.late'), content: LateTab },
        { name: 'losses', title: t('tabs.losses'), content: LossesTab },
        { name: 'assets', title: t('tabs.assets'), content: AssetsTab },
        { name: 'check', title: t('tabs.check'), content: BooksTab },
      ]}
    />
  )
}
