import { useCallback } from 'react'
import { stringifySearch } from '#platform/contract/pages.ts'
import { navigate } from './history.ts'
import { parseSearch, useSearch } from './location.ts'

export type AddressValues = Readonly<Record<string, string>>

/**
 * State that lives in the address, so that a view can be shared and the back button works. `set` merges; an empty
 * text or null removes. Typing should pass `replace`, a choice should not.
 */
export function useAddressState(): [AddressValues, (values: Record<string, string | null>, replace?: boolean) => void] {
  const values = useSearch()
  const set = useCallback((next: Record<string, string | null>, replace = false) => {
    const { pathname, search } = window.location
    navigate(pathname + stringifySearch({ ...parseSearch(search), ...next }), { replace, keepScroll: true })
  }, [])
  return [values, set]
}
