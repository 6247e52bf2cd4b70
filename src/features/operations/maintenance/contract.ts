import { endpoint, Instant, Nullable, Shape, T } from '#platform/contract/contract.ts'

const State = Shape({
  closed: T.Boolean(),
  /** Closed by the server's configuration: the switch cannot open it. */
  byEnvironment: T.Boolean(),
})

const JobState = Shape({
  name: T.String(),
  succeededAt: Nullable(Instant),
  failedAt: Nullable(Instant),
  /** The kind of the fault; the log has the rest. */
  error: Nullable(T.String()),
  /** The last run failed. */
  failing: T.Boolean(),
})

export const maintenance = {
  get: endpoint({
    method: 'GET',
    path: '/api/settings/maintenance',
    access: 'settings:write',
    duringMaintenance: true,
    summary: 'Whether the service is closed, and by what.',
    replies: { 200: State },
  }),
  set: endpoint({
    method: 'PUT',
    path: '/api/settings/maintenance',
    access: 'settings:write',
    duringMaintenance: true,
    summary: 'Closes the service for maintenance or opens it again; takes effect everywhere within a second.',
    body: Shape({ closed: T.Boolean() }),
    replies: { 200: State },
  }),
  jobs: endpoint({
    method: 'GET',
    path: '/api/jobs',
    access: 'job:run',
    summary: 'What became of each scheduled job: when it last succeeded, and the fault of one that fails.',
    replies: { 200: Shape({ jobs: T.Array(JobState) }) },
  }),
  runJobs: endpoint({
    method: 'POST',
    path: '/api/jobs/run',
    access: 'job:run',
    summary:
      'Runs every scheduled job now; each does only what is still to be done, and none waits for one that fails.',
    body: Shape({}),
    replies: {
      200: Shape({
        /** Whether all of them worked. */
        done: T.Boolean(),
        failed: T.Array(T.String()),
      }),
    },
  }),
}
