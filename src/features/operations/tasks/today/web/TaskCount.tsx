import { taskSummary } from '#features/operations/tasks/today/summary-contract.ts'
import { useApi } from '#platform/web/api/api.ts'
import { RailCount } from '#platform/web/figures/RailCount.tsx'

/** How much waits for the staff, beside the link of the rail. */
export function TaskCount() {
  const { data } = useApi(taskSummary, { refetchIntervalMs: 60_000 })
  const count = data?.all ?? 0
  return <RailCount count={count} label={String(count)} />
}

/** How much of it is done at one page of the rail. */
export function PlaceCount({ page }: { page: string }) {
  const { data } = useApi(taskSummary, { refetchIntervalMs: 60_000 })
  const count = data?.places.find((place) => place.page === page)?.count ?? 0
  return <RailCount count={count} label={String(count)} />
}
