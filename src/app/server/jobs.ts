import { keepEventHeads } from '#platform/server/events/event-heads.ts'
import { housekeeping } from '#platform/server/jobs/housekeeping.ts'
import type { Job } from '#platform/server/jobs/jobs.ts'
import { makeRecordRoots } from '#platform/server/record/record-roots.ts'
import { stampRecordRoots } from '#platform/server/record/time-stamps.ts'
import { hideLapsedSecrets } from '#platform/server/runtime/lapsed-secrets.ts'
import { makeDocuments } from './documents.ts'
import { followEarlierRelease } from './earlier-rows.ts'
import { features } from './features.ts'

/** Everything that the clock starts. */
export const jobs: readonly Job[] = [
  ...features.flatMap(({ jobs: own = [] }) => own),
  housekeeping,
  hideLapsedSecrets,
  followEarlierRelease,
  keepEventHeads,
  makeRecordRoots,
  stampRecordRoots,
  makeDocuments,
]
