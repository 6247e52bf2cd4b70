import { type Brand, brand, demoBrand } from '#platform/values/brand.ts'
import { useApi } from '#platform/web/api/api.ts'

/** The server writes the owner's names into the page, so that nobody sees another owner's for a moment. */
function brandOfPage(): Brand | null {
  try {
    return JSON.parse(document.getElementById('brand')?.textContent ?? '') as Brand
  } catch {
    // Without the server's page, as while developing, the interface is asked.
    return null
  }
}

let ofPage: Brand | null | undefined

/** The owner's names and contact details. */
export function useBrand(): Brand {
  if (ofPage === undefined) ofPage = brandOfPage()
  const { data } = useApi(brand.get, { staleMs: Number.POSITIVE_INFINITY, enabled: ofPage === null })
  return ofPage ?? data ?? demoBrand
}
