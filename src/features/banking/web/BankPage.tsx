import { Tabs } from '@mantine/core'
import { PageHead } from '#platform/web/parts/PageHead.tsx'
import { useAddressState } from '#platform/web/router/address-state.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { EntriesTab } from './EntriesTab.tsx'
import { FilesTab } from './FilesTab.tsx'
import { OrdersTab } from './OrdersTab.tsx'
import { OverpaidTab } from './OverpaidTab.tsx'
import { PaymentFilesTab } from './PaymentFilesTab.tsx'
import { TakeIn } from './TakeIn.tsx'

const tabs = {
  entries: EntriesTab,
  overpaid: OverpaidTab,
  orders: OrdersTab,
  paymentFiles: PaymentFilesTab,
  files: FilesTab,
} as const
type Tab = keyof typeof tabs

/** /admin/pankki: what has come to the accounts, and what leaves them. */
export function BankPage() {
  const t = useTexts('banking')
  const [at, setAt] = useAddressState()
  const tab: Tab = at.tab && at.tab in tabs ? (at.tab as Tab) : 'entries'
  const leave = { page: null, open: null, q: null, sort: null, state: null, direction: null }
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} aside={<TakeIn />} />
      <Tabs
        value={tab}
        onChange={(next) => setAt({ ...leave, tab: next === 'entries' ? null : next })}
        keepMounted={false}
      >
        <Tabs.List aria-label={t('title')}>
          {(Object.keys(tabs) as Tab[]).map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`tabs.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {(Object.keys(tabs) as Tab[]).map((name) => {
          const Content = tabs[name]
          return (
            <Tabs.Panel key={name} value={name} pt="md">
              <Content />
            </Tabs.Panel>
          )
        })}
      </Tabs>
    </>
  )
}
