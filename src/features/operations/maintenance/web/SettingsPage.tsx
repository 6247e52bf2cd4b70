import { useState } from 'react'
import { maintenance } from '#features/operations/maintenance/contract.ts'
import { legacyColumns, legacyOrders } from '#features/orders/orders/legacy-contract.ts'
import { pages } from '#platform/contract/pages.ts'
import { useApi, useApiAction } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { Button } from '#platform/web/controls/Button.tsx'
import { FileButton } from '#platform/web/controls/FileButton.tsx'
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx'
import { ImportBox } from '#platform/web/form/ImportBox.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { PageHead } from '#platform/web/parts/PageHead.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { Broadcast } from './Broadcast.tsx'
import { Jobs } from './Jobs.tsx'
import { NudgeDays } from './NudgeDays.tsx'
import { Setting } from './Setting.tsx'
import styles from './SettingsPage.module.css'

/** What a super admin sets for the whole service. Its closing stands last and apart; while it is closed, its opening first. */
export function SettingsPage() {
  const t = useTexts('maintenance')
  const { data: service } = useApi(maintenance.get, {})
  const isClosed = service?.closed ?? false
  return (
    <>
      <PageHead title={t('title')} />
      <div className={styles.page}>
        {isClosed && <ServiceSwitch />}
        <FirstHourLink />
        <Jobs />
        <NudgeDays />
        <Broadcast />
        <LegacyImport />
        {!isClosed && <ServiceSwitch />}
      </div>
    </>
  )
}

/** The way to the checklist of the first hour, also once nothing is missing. */
function FirstHourLink() {
  const t = useTexts('first-hour')
  return (
    <Setting title={t('fromSettings')} text={t('fromSettingsText')}>
      <p>
        <Link to={pages.adminFirstHour}>{t('open')}</Link>
      </p>
    </Setting>
  )
}

function ServiceSwitch() {
  const t = useTexts('maintenance')
  const [asking, setAsking] = useState(false)
  const state = useApi(maintenance.get, {})
  const set = useApiAction(maintenance.set, {
    refresh: [maintenance.get],
    onSuccess: ({ closed }) => {
      setAsking(false)
      showDone(t(closed ? 'service.doneClosed' : 'service.doneOpen'))
    },
  })
  return (
    <Setting title={t('service.title')} text={t('service.text')} isDangerous>
      <Loaded from={state}>
        {({ closed, byEnvironment }) => (
          <>
            <Note kind={closed ? 'warn' : 'ok'}>
              {t(byEnvironment ? 'service.byEnvironment' : closed ? 'service.closed' : 'service.open')}
            </Note>
            {!byEnvironment && (
              <div>
                {closed ? (
                  <PrimaryButton loading={set.isPending} onClick={() => set.mutate({ body: { closed: false } })}>
                    {t('service.reopen')}
                  </PrimaryButton>
                ) : (
                  <Button data-act="danger" onClick={() => setAsking(true)}>
                    {t('service.close')}
                  </Button>
                )}
              </div>
            )}
          </>
        )}
      </Loaded>
      <ConfirmDialog
        opened={asking}
        close={() => setAsking(false)}
        title={t('service.askTitle')}
        confirm={t('service.close')}
        busy={set.isPending}
        onConfirm={() => set.mutate({ body: { closed: true } })}
        destroys
      >
        <p>{t('service.askText')}</p>
      </ConfirmDialog>
    </Setting>
  )
}

/** Orders of the earlier site: their PDFs first, then the file that names them. */
function LegacyImport() {
  const t = useTexts('maintenance')
  const imports = useApiAction(legacyOrders.import, { handles: 'all' })
  const add = useApiAction(legacyOrders.addDocument, {
    onSuccess: ({ fileName }) => showDone(t('legacy.kept', { fileName })),
  })
  const keep = async (files: File[]) => {
    for (const file of files)
      await add.mutateAsync({ query: { fileName: file.name.slice(-200) }, body: file }).catch(() => undefined)
  }
  return (
    <Setting title={t('legacy.title')} text={t('legacy.text')}>
      <div>
        <FileButton multiple accept="application/pdf" onChange={keep}>
          {(props) => (
            <Button {...props} loading={add.isPending}>
              {t('legacy.documents')}
            </Button>
          )}
        </FileButton>
      </div>
      <ImportBox
        columns={legacyColumns}
        isPartial
        run={(file, query) => imports.mutateAsync({ query, body: file })}
        onDone={() => showDone(t('legacy.done'))}
      />
    </Setting>
  )
}
