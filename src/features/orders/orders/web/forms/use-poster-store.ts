import type { OrderViewType } from '#features/orders/orders/shapes.ts'
import { type BikeStoreMinimal, bikeStores } from '#features/pricing/bike-stores/contract.ts'
import { useApi } from '#platform/web/api/api.ts'
import { useAddressState } from '#platform/web/router/address-state.ts'

/**
 * The store that a poster's code chose (`/mybike?liike=…`), for an order that has none. A store that is not in use is
 * none.
 * @returns undefined while it is read
 */
export function usePosterStore(order: OrderViewType): BikeStoreMinimal | null | undefined {
  const [{ liike }] = useAddressState()
  const isAsked = liike !== undefined && !order.bikeStore
  const query = { bikeStoreId: liike ?? '' }
  const { data, error } = useApi(bikeStores.minimal, { query, enabled: isAsked })
  if (!isAsked || error) return null
  return data && (data.items.find(({ isOnline }) => !isOnline) ?? null)
}
