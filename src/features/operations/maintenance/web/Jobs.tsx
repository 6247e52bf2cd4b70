import { maintenance } from '#features/operations/maintenance/contract.ts'
import { byGroup, type JobGroup } from '#features/operations/maintenance/job-groups.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { useApi, useApiAction } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { Button } from '#platform/web/controls/Button.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { showDone, showFailure } from '#platform/web/shell/toasts.ts'
import { formatMoment } from '#platform/web/words/formats.ts'
import { hasText, useTexts } from '#platform/web/words/i18n.ts'
import { Setting } from './Setting.tsx'
import styles from './SettingsPage.module.css'

type JobState = ReplyOf<typeof maintenance.jobs>['jobs'][number]

/** The scheduled jobs: what fails stands first, then all of them by what they look after. */
export function Jobs() {
  const t = useTexts('maintenance')
  const { data: service } = useApi(maintenance.get, {})
  const state = useApi(maintenance.jobs, {})
  const run = useApiAction(maintenance.runJobs, {
    refresh: [maintenance.jobs],
    onSuccess: ({ done }) => (done ? showDone(t('jobs.done')) : showFailure(t('jobs.someFailed'))),
  })
  return (
    <Setting title={t('jobs.title')} text={t(service?.closed ? 'jobs.closed' : 'jobs.text')}>
      <Loaded from={state}>
        {({ jobs }) => (
          <>
            <Failures jobs={jobs.filter(({ failing }) => failing)} />
            <div>
              {byGroup(jobs).map(([group, members]) => (
                <Group key={group} group={group} jobs={members} />
              ))}
            </div>
          </>
        )}
      </Loaded>
      <div>
        <Button loading={run.isPending} disabled={service?.closed ?? false} onClick={() => run.mutate({ body: {} })}>
          {t('jobs.run')}
        </Button>
      </div>
    </Setting>
  )
}

function useNameOf() {
  const t = useTexts('maintenance')
  return ({ name }: JobState) => {
    const key = `jobs.names.${name}`
    return hasText(key, 'maintenance') ? t(key) : name
  }
}

function Failures({ jobs }: { jobs: readonly JobState[] }) {
  const t = useTexts('maintenance')
  const nameOf = useNameOf()
  if (jobs.length === 0) return <Note kind="ok">{t('jobs.inOrder')}</Note>
  return jobs.map((job) => (
    <Note key={job.name} kind="danger">
      {t('jobs.failing', { name: nameOf(job), at: formatMoment(job.failedAt ?? ''), error: job.error ?? '' })}{' '}
      {job.succeededAt ? t('jobs.succeeded', { at: formatMoment(job.succeededAt) }) : t('jobs.never')}
    </Note>
  ))
}

/** Instants of one form are in their order as texts. */
const latestOf = (jobs: readonly JobState[]) =>
  jobs.reduce<string | null>((latest, { succeededAt }) => {
    return succeededAt !== null && (latest === null || succeededAt > latest) ? succeededAt : latest
  }, null)

function Group({ group, jobs }: { group: JobGroup; jobs: readonly JobState[] }) {
  const t = useTexts('maintenance')
  const nameOf = useNameOf()
  const latest = latestOf(jobs)
  return (
    <details className={styles.group} open={jobs.some(({ failing }) => failing)}>
      <summary>
        <b>{t(`jobs.groups.${group}`)}</b>{' '}
        <span className="sm t2">
          {t('jobs.count', { count: jobs.length })}
          {latest && <span>, {t('jobs.latest', { at: formatMoment(latest) })}</span>}
        </span>
      </summary>
      <ul className={styles.jobs}>
        {jobs.map((job) => (
          <li key={job.name}>
            <span>{nameOf(job)}</span>
            {job.failing && <StatusPill holder="trouble">{t('jobs.failed')}</StatusPill>}
            <span className="sm t2 n">{job.succeededAt ? formatMoment(job.succeededAt) : t('jobs.notYet')}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
