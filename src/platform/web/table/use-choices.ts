import type { EndpointSpec } from '#platform/contract/contract.ts'
import { type Answer, type GivenAddress, useApi } from '#platform/web/api/api.ts'

interface Choice {
  readonly value: string
  readonly label: string
}

const KEPT_MS = 60_000

/**
 * What a read answers as the choices of a filter; none until it is there.
 * @param enabled false for whoever may not read it
 */
export function useChoices<E extends EndpointSpec>(
  endpoint: E,
  given: GivenAddress<E>,
  read: (reply: Answer<E>) => Choice[],
  enabled = true,
): Choice[] {
  const { data } = useApi(endpoint, { ...given, enabled, staleMs: KEPT_MS })
  return data === undefined ? [] : read(data)
}
