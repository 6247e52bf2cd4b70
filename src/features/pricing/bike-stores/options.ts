import type { ReplyOf } from '#platform/contract/contract.ts'
import type { bikeStores } from './contract.ts'

/** The stores of a list to which a bicycle can be brought, as choices of a field that names one of them. */
export const shopOptions = ({ items }: ReplyOf<typeof bikeStores.minimal>) =>
  items
    .filter(({ isOnline }) => !isOnline)
    .map(({ bikeStoreId, storeName, city }) => ({
      value: bikeStoreId,
      label: [storeName, city].filter(Boolean).join(', '),
    }))
