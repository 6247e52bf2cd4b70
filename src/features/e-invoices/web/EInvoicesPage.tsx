import { Tabs } from '@mantine/core'
import { PageHead } from '#platform/web/parts/PageHead.tsx'
import { useAddressState } from '#platform/web/router/address-state.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { ReceivedTab } from './ReceivedTab.tsx'
import { SentTab } from './SentTab.tsx'
import { TakeInFinvoice } from './TakeInFinvoice.tsx'

/** /admin/verkkolaskut: what sellers have sent, and how far our own have come. */
export function EInvoicesPage() {
  const t = useTexts('e-invoices')
  const [at, setAt] = useAddressState()
  const tab = at.tab === 'sent' ? 'sent' : 'received'
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} aside={<TakeInFinvoice />} />
      <Tabs
        value={tab}
        onChange={(next) => setAt({ page: null, open: null, state: null, tab: next === 'received' ? null : next })}
        keepMounted={false}
      >
        <Tabs.List aria-label={t('title')}>
          <Tabs.Tab value="received">{t('tabs.received')}</Tabs.Tab>
          <Tabs.Tab value="sent">{t('tabs.sent')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="received" pt="md">
          <ReceivedTab />
        </Tabs.Panel>
        <Tabs.Panel value="sent" pt="md">
          <SentTab />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
