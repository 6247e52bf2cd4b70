import { useEffect, useState } from 'react'
import { hideToken } from './hide-token.ts'
import { useParams } from './location.ts'

/** What stands in the address instead of the token. */
const HIDDEN = '-'

function remembered(path: string): string | null {
  try {
    return sessionStorage.getItem(path)
  } catch {
    return null
  }
}

function remember(path: string, token: string) {
  try {
    sessionStorage.setItem(path, token)
  } catch {
    // Without storage the page still works; only reloading it needs the link again.
  }
}

/**
 * The token of a link, taken out of the address bar as soon as it has been read: it is not left in the history or on a
 * shared screen. The tab remembers it, so that reloading the page works.
 */
export function useLinkToken(path: string): string {
  const { token: given = HIDDEN } = useParams()
  const [token] = useState(() => (given === HIDDEN ? (remembered(path) ?? HIDDEN) : given))
  useEffect(() => {
    if (token === HIDDEN) return
    remember(path, token)
    hideToken(`${path}/${HIDDEN}`)
  }, [path, token])
  return token
}

/** Whether a token can be one at all; the server refuses shorter ones as malformed. */
export const isToken = (token: string) => token.length >= 20
