import { useState } from 'react'
import { maintenance } from '#features/maintenance/contract.ts'
import { legacyColumns, legacyOrders } from '#features/orders/legacy-contract.ts'
import { useApi, useApiAction } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { Button } from '#platform/web/controls/Button.tsx'
import { FileButton } from '#platform/web/controls/FileButton.tsx'
import { ImportBox } from '#platform/web/form/ImportBox.tsx'
import { ConfirmDialog } from '#platform/web/parts/ConfirmDialog.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { PageHead } from '#platform/web/parts/PageHead.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { Broadcast } from './Broadcast.tsx'
import { JobList } from './JobLine.tsx'
import { NudgeDays } from './NudgeDays.tsx'
import styles from './SettingsPage.module.css'

/** What a super admin sets for the whole service. */
export function SettingsPage() {
  const t = useTexts('maintenance')
  return (
    <>
      <PageHead title={t('title')} />
      <div className={styles.page}>
        <ServiceSwitch />
        <Jobs />
        <Broadcast />
        <NudgeDays />
        <LegacyImport />
      </div>
    </>
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
    <section className="card stack-md">
      <h2>{t('service.title')}</h2>
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
    </section>
  )
}

function Jobs() {
  const t = useTexts('maintenance')
  const { data: service } = useApi(maintenance.get, {})
  const state = useApi(maintenance.jobs, {})
  const run = useApiAction(maintenance.runJobs, {
    refresh: [maintenance.jobs],
    onSuccess: () => showDone(t('jobs.done')),
  })
  return (
    <section className="card stack-md">
      <h2>{t('jobs.title')}</h2>
      <p>{t(service?.closed ? 'jobs.closed' : 'jobs.text')}</p>
      <Loaded from={state}>
        {({ jobs }) => (
          <>
            {jobs.some(({ failing }) => failing) ? (
              <JobList jobs={jobs.filter(({ failing }) => failing)} />
            ) : (
              <Note kind="ok">{t('jobs.inOrder')}</Note>
            )}
            <details>
              <summary>{t('jobs.all', { count: jobs.length })}</summary>
              <JobList jobs={jobs} />
            </details>
          </>
        )}
      </Loaded>
      <div>
        <Button loading={run.isPending} disabled={service?.closed ?? false} onClick={() => run.mutate({ body: {} })}>
          {t('jobs.run')}
        </Button>
      </div>
    </section>
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
    <section className="card stack-md">
      <h2>{t('legacy.title')}</h2>
      <p>{t('legacy.text')}</p>
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
        run={(file, dryRun) => imports.mutateAsync({ query: { dryRun }, body: file })}
        onDone={() => showDone(t('legacy.done'))}
      />
    </section>
  )
}
