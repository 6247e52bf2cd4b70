import { type Brand, brand, demoBrand } from '../brand.ts'
import { useApi } from './api.ts'

/** The owner's names and contact details. Until the server has answered, those of the demo stand in. */
export function useBrand(): Brand {
  const { data } = useApi(brand.get, { staleMs: Number.POSITIVE_INFINITY })
  return data ?? demoBrand
}
