import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

export type AddressValues = Readonly<Record<string, string>>

/** Reads a query string into plain texts; the router keeps them so, `page=2` stays `"2"`. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

/** Writes plain texts as a query string with its question mark; empty values are left out. */
export function stringifySearch(values: Record<string, unknown>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  const text = search.toString()
  return text ? `?${text}` : ''
}

/**
 * State that lives in the address, so that a view can be shared and the back button works. `set` merges; an empty
 * text or null removes. Typing should pass `replace`, a choice should not.
 */
export function useAddressState(): [AddressValues, (values: Record<string, string | null>, replace?: boolean) => void] {
  const values = useSearch({ strict: false }) as AddressValues
  const navigate = useNavigate()
  const router = useRouter()
  const set = useCallback(
    (next: Record<string, string | null>, replace = false) => {
      const now = router.state.location.search as AddressValues
      const merged = Object.entries({ ...now, ...next }).filter(([, value]) => value !== null && value !== '')
      void navigate({ to: '.', search: Object.fromEntries(merged) as never, replace, resetScroll: false })
    },
    [navigate, router],
  )
  return [values, set]
}
