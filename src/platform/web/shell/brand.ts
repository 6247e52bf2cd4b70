import { useSyncExternalStore } from 'react'
import { type Brand, brand, demoBrand } from '#platform/values/brand.ts'
import { call } from '#platform/web/api/call.ts'

const listeners = new Set<() => void>()
let known: Brand | undefined

/** The server writes the owner's names into the page, so that nobody sees another owner's for a moment. */
function brandOfPage(): Brand {
  try {
    return JSON.parse(document.getElementById('brand')?.textContent ?? '') as Brand
  } catch {
    // Without the server's page, as while developing, the interface is asked.
    void ask().catch(() => {})
    return demoBrand
  }
}

async function ask() {
  known = await call(brand.get, {})
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function brandNow(): Brand {
  known ??= brandOfPage()
  return known
}

/** The owner's names and contact details. */
export const useBrand = (): Brand => useSyncExternalStore(subscribe, brandNow)
