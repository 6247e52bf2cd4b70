import { useState } from 'react'
import { type BikeStore, bikeStores, storeColumns } from '#features/pricing/bike-stores/contract.ts'
import { pages } from '#platform/contract/pages.ts'
import { fileUrl, useApiAction } from '#platform/web/api/api.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { FieldRow } from '#platform/web/form/Field.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { ImportBox } from '#platform/web/form/ImportBox.tsx'
import { pickFrom } from '#platform/web/form/Picker.tsx'
import { PendingAccount } from '#platform/web/parts/PendingAccount.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Register } from '#platform/web/table/Register.tsx'
import { Removal } from '#platform/web/table/Removal.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { languageNames, languages } from '#platform/web/words/language.ts'

const refresh = [bikeStores.list, bikeStores.minimal, bikeStores.groups]
const pickStoreGroup = pickFrom(bikeStores.groups, (reply) =>
  reply.items.map(({ id, name }) => ({ value: id, label: name })),
)

/** The register of stores. */
export function StoresPage() {
  const t = useTexts('bike-stores')
  const may = useMay()
  return (
    <Register
      title={t('list.title')}
      from={bikeStores.list}
      rowKey={(row) => row.bikeStoreId}
      search={{ name: 'search', hint: t('list.search') }}
      firstSort={{ by: 'storeName', descending: false }}
      filters={[
        {
          name: 'active',
          label: t('active'),
          options: [
            { value: 'true', label: t('states.yes') },
            { value: 'false', label: t('states.no') },
          ],
        },
      ]}
      columns={[
        { key: 'storeName', title: t('name'), cell: (row) => row.storeName, sort: 'storeName' },
        { key: 'city', title: t('city'), cell: (row) => row.city ?? '–', sort: 'city' },
        { key: 'group', title: t('group'), cell: (row) => row.groupName ?? '–', choice: true },
        { key: 'email', title: t('email'), cell: (row) => row.email, choice: true },
        {
          key: 'phone',
          title: t('phone'),
          cell: (row) => <span className="n">{row.phone ?? '–'}</span>,
          choice: true,
        },
        { key: 'isOnline', title: t('isOnline'), cell: (row) => t(row.isOnline ? 'states.yes' : 'states.no') },
        { key: 'active', title: t('active'), cell: (row) => t(row.active ? 'states.yes' : 'states.no') },
      ]}
      panel={{
        byId: true,
        title: (row) => row.storeName,
        content: (row, close) => (
          <div className="stack-lg">
            <p>
              <Link to={pages.adminStore} params={{ bikeStoreId: row.bikeStoreId }}>
                {t('page')}
              </Link>
            </p>
            <StorePanel key={row.bikeStoreId} store={row} close={close} />
          </div>
        ),
      }}
      add={
        may('bike-store:write')
          ? { open: t('add.open'), title: t('add.title'), form: (done) => <NewStore done={done} /> }
          : undefined
      }
      controls={may('bike-store:write') && <ImportStores />}
      empty={{ text: t('list.empty'), drawing: 'liike' }}
    />
  )
}

/** Stores from a CSV file: tried first, with each bad line named. */
function ImportStores() {
  const t = useTexts('bike-stores')
  const [open, setOpen] = useState(false)
  const imports = useApiAction(bikeStores.importStores, { refresh, handles: 'all' })
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('import.open')}</Button>
      <Dialog opened={open} close={() => setOpen(false)} title={t('import.title')}>
        <div className="stack-md">
          <p>{t('import.lead')}</p>
          <ImportBox
            columns={storeColumns}
            isPartial
            run={(file, query) => imports.mutateAsync({ query, body: file })}
            onDone={() => showDone(t('import.done'))}
          />
        </div>
      </Dialog>
    </>
  )
}

function NewStore({ done }: { done: () => void }) {
  const t = useTexts('bike-stores')
  return (
    <Form
      endpoint={bikeStores.create}
      initial={{ language: 'fi', paymentTermsDays: 14, active: true }}
      submit={t('add.submit')}
      refresh={refresh}
      onDone={({ bikeStore }) => {
        done()
        showDone(t('add.done', { name: bikeStore.storeName }))
      }}
    >
      <StoreFields />
    </Form>
  )
}

function StoreFields({ groupName }: { groupName?: string | null }) {
  const t = useTexts('bike-stores')
  return (
    <>
      <Field name="storeName" label={t('name')} autoComplete="off" />
      <Field name="email" kind="email" label={t('email')} hint={t('emailHint')} autoComplete="off" />
      <FieldRow>
        <Field name="phone" kind="phone" label={t('phone')} autoComplete="off" />
        <Field name="website" label={t('website')} autoComplete="off" />
      </FieldRow>
      <Field name="streetAddress" label={t('streetAddress')} autoComplete="off" />
      <FieldRow>
        <Field name="postalCode" label={t('postalCode')} autoComplete="off" />
        <Field name="city" label={t('city')} autoComplete="off" />
      </FieldRow>
      <Field name="openingHours" label={t('openingHours')} hint={t('openingHoursHint')} autoComplete="off" />
      <Field
        name="language"
        kind="select"
        label={t('language')}
        hint={t('languageHint')}
        options={languages.map((value) => ({ value, label: languageNames[value] }))}
      />
      <Field name="businessId" label={t('businessId')} autoComplete="off" />
      <Field name="iban" label={t('iban')} autoComplete="off" />
      <FieldRow>
        <Field name="groupId" kind="picker" label={t('group')} source={pickStoreGroup} shown={groupName ?? ''} />
        <Field name="paymentTermsDays" kind="number" label={t('paymentTermsDays')} unit={t('days')} />
      </FieldRow>
      <Field name="isOnline" kind="checkbox" label={t('isOnlineBox')} />
      <Field name="active" kind="checkbox" label={t('activeBox')} />
    </>
  )
}

/** A bank account that waits for a second member of staff; whoever proposed it may only stop it. */
function StoreAccount({ store }: { store: BikeStore }) {
  const t = useTexts('bike-stores')
  const given = { params: { id: store.bikeStoreId }, body: { version: store.version } }
  const confirm = useApiAction(bikeStores.confirmAccount, {
    refresh,
    onSuccess: () => showDone(t('account.confirmed')),
  })
  const stop = useApiAction(bikeStores.refuseAccount, { refresh, onSuccess: () => showDone(t('account.refused')) })
  return <PendingAccount t={t} account={store.pendingIban!} given={given} confirm={confirm} stop={stop} />
}

const posterLanguages = ['fi', 'sv', 'en'] as const

/** A page for the wall of a store, in three languages. */
function Posters({ store }: { store: BikeStore }) {
  const t = useTexts('bike-stores')
  const id = store.bikeStoreId
  return (
    <section className="stack-sm">
      <h3>{t('poster.title')}</h3>
      <div className="row">
        {posterLanguages.map((language) => (
          <Button key={language} component="a" href={fileUrl(bikeStores.poster, { id }, { language })} size="sm">
            {t(`poster.${language}`)}
          </Button>
        ))}
      </div>
    </section>
  )
}

export function StorePanel({ store, close }: { store: BikeStore; close: () => void }) {
  const t = useTexts('bike-stores')
  const may = useMay()
  const params = { id: store.bikeStoreId }
  const remove = useApiAction(bikeStores.remove, { refresh, onSuccess: close })
  return (
    <div className="stack-lg">
      {store.pendingIban && <StoreAccount store={store} />}
      <Form
        endpoint={bikeStores.update}
        params={params}
        initial={store}
        also={{ version: store.version }}
        submit={t('edit.save', { name: store.storeName })}
        refresh={refresh}
        onDone={() => showDone(t('edit.done'))}
      >
        <StoreFields groupName={store.groupName} />
      </Form>
      {store.active && !store.isOnline && <Posters store={store} />}
      {may('bike-store:delete') && (
        <Removal
          ask={t('remove.ask')}
          title={t('remove.title', { name: store.storeName })}
          text={t('remove.text')}
          confirm={t('remove.confirm')}
          remove={() => remove.mutateAsync({ params, query: { version: store.version } })}
        />
      )}
    </div>
  )
}
