import { useState } from 'react'
import { bikeStores, type StoreGroup } from '#features/pricing/bike-stores/contract.ts'
import { useApi, useApiAction } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { useMay } from '#platform/web/api/user.ts'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { MultiSelect } from '#platform/web/form/MultiSelect.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Register } from '#platform/web/table/Register.tsx'
import { Removal } from '#platform/web/table/Removal.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'

const refresh = [bikeStores.groups, bikeStores.list, bikeStores.minimal]

/** The groups that stores belong to. */
export function StoreGroupsPage() {
  const t = useTexts('bike-stores')
  const may = useMay()
  return (
    <Register
      title={t('groups.title')}
      from={bikeStores.groups}
      paging={false}
      rowKey={(row: StoreGroup) => row.id}
      columns={[
        { key: 'name', title: t('groups.name'), cell: (row) => row.name },
        {
          key: 'stores',
          title: t('groups.stores'),
          cell: (row) => <span className="n">{row.storeCount}</span>,
          align: 'right',
        },
      ]}
      panel={{
        title: (row) => row.name,
        content: (row, close) => <GroupPanel key={`${row.id} ${row.version}`} group={row} close={close} />,
      }}
      add={
        may('bike-store:write')
          ? { open: t('groups.add.open'), title: t('groups.add.title'), form: (done) => <NewGroup done={done} /> }
          : undefined
      }
      empty={{ text: t('groups.empty'), drawing: 'liike' }}
    />
  )
}

function NewGroup({ done }: { done: () => void }) {
  const t = useTexts('bike-stores')
  return (
    <Form
      endpoint={bikeStores.createGroup}
      submit={t('groups.add.submit')}
      refresh={refresh}
      onDone={({ name }) => {
        done()
        showDone(t('groups.add.done', { name }))
      }}
    >
      <Field name="name" label={t('groups.name')} autoComplete="off" />
    </Form>
  )
}

function GroupPanel({ group, close }: { group: StoreGroup; close: () => void }) {
  const t = useTexts('bike-stores')
  const may = useMay()
  const members = useApi(bikeStores.list, { query: { groupId: group.id, limit: 100 } })
  const remove = useApiAction(bikeStores.removeGroup, { refresh, onSuccess: close })
  const params = { id: group.id }
  return (
    <div className="stack-lg">
      <Loaded from={members}>
        {({ items }) => (
          <Members group={group} stores={items.map(({ bikeStoreId, storeName }) => ({ bikeStoreId, storeName }))} />
        )}
      </Loaded>
      {may('bike-store:delete') && (
        <Removal
          ask={t('groups.remove.ask')}
          title={t('groups.remove.title', { name: group.name })}
          text={t('groups.remove.text')}
          confirm={t('groups.remove.confirm')}
          remove={() => remove.mutateAsync({ params, query: { version: group.version } })}
        />
      )}
    </div>
  )
}

interface Member {
  bikeStoreId: string
  storeName: string
}

function Members({ group, stores }: { group: StoreGroup; stores: readonly Member[] }) {
  const t = useTexts('bike-stores')
  const all = useApi(bikeStores.minimal, {})
  const [storeIds, setStoreIds] = useState(stores.map(({ bikeStoreId }) => bikeStoreId))
  // A group of more stores than are read here keeps its members and is only renamed.
  const isWhole = stores.length === group.storeCount
  const choices = [
    ...new Map([...(all.data?.items ?? []), ...stores].map((store) => [store.bikeStoreId, store])).values(),
  ]
  return (
    <Form
      endpoint={bikeStores.updateGroup}
      params={{ id: group.id }}
      initial={group}
      also={{ version: group.version, ...(isWhole ? { storeIds } : {}) }}
      submit={t('groups.save', { name: group.name })}
      refresh={refresh}
      onDone={() => showDone(t('groups.saved'))}
    >
      <Field name="name" label={t('groups.name')} autoComplete="off" />
      {isWhole && (
        <MultiSelect
          label={t('groups.members')}
          data={choices.map(({ bikeStoreId, storeName }) => ({ value: bikeStoreId, label: storeName }))}
          value={storeIds}
          onChange={setStoreIds}
          searchable
          nothingFoundMessage={t('states.nothingFound')}
        />
      )}
    </Form>
  )
}
