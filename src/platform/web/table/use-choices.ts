import type { EndpointSpec } from '#platform/contract/contract.ts'
import type { PermissionName } from '#platform/contract/permissions.ts'
import { type Answer, type GivenAddress, useApi } from '#platform/web/api/api.ts'
import { useMay } from '#platform/web/api/user.ts'

interface Choice {
  readonly value: string
  readonly label: string
}

const KEPT_MS = 60_000

/** What a read answers as the choices of a filter; none until it is there, nor for whoever may not read it. */
export function useChoices<E extends EndpointSpec>(
  endpoint: E,
  given: GivenAddress<E>,
  read: (reply: Answer<E>) => Choice[],
): Choice[] {
  const may = useMay()
  const { access } = endpoint
  const enabled = typeof access !== 'string' || !access.includes(':') || may(access as PermissionName)
  const { data } = useApi(endpoint, { ...given, enabled, staleMs: KEPT_MS })
  return data === undefined ? [] : read(data)
}
