import type { maintenance } from '#features/maintenance/contract.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { Note } from '#platform/web/parts/Note.tsx'
import { formatMoment } from '#platform/web/words/formats.ts'
import { hasText, useTexts } from '#platform/web/words/i18n.ts'

type JobState = ReplyOf<typeof maintenance.jobs>['jobs'][number]

/** A job with when it last succeeded; one that fails stands out with its fault. */
function JobLine({ job }: { job: JobState }) {
  const t = useTexts('maintenance')
  const key = `jobs.names.${job.name}`
  const name = hasText(key, 'maintenance') ? t(key) : job.name
  const succeeded = job.succeededAt
    ? t('jobs.succeeded', { name, at: formatMoment(job.succeededAt) })
    : t('jobs.never', { name })
  if (!job.failing || !job.failedAt) return <>{succeeded}</>
  return (
    <Note kind="danger">
      {t('jobs.failing', { name, at: formatMoment(job.failedAt), error: job.error ?? '' })} {succeeded}
    </Note>
  )
}

export const JobList = ({ jobs }: { jobs: readonly JobState[] }) => (
  <ul className="stack-sm">
    {jobs.map((job) => (
      <li key={job.name}>
        <JobLine job={job} />
      </li>
    ))}
  </ul>
)
