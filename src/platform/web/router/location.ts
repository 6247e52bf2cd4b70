import { createContext, useContext, useMemo } from 'react'
import { fillPath } from '#platform/contract/pages.ts'

type Params = Readonly<Record<string, string>>

/** The parts of the current URL. */
export interface RouteLocation {
  readonly pathname: string
  /** The query with its question mark, or an empty text. */
  readonly search: string
  /** The values of the `$name` segments of the screen's path. */
  readonly params: Params
}

const LocationContext = createContext<RouteLocation>({ pathname: '/', search: '', params: {} })

export const LocationProvider = LocationContext.Provider

export const usePathname = (): string => useContext(LocationContext).pathname

/** The params of the screen's path: `token` of `/liity/$token`. */
export const useParams = (): Partial<Params> => useContext(LocationContext).params

/** The query of the address as plain texts: `page=2` is `"2"`. */
export function useSearch(): Params {
  const { search } = useContext(LocationContext)
  return useMemo(() => parseSearch(search), [search])
}

/** Reads a query string into plain texts. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

export interface UrlParts {
  /** A path, where `$name` stands for a param. */
  readonly to: string
  readonly params?: Params | undefined
  readonly search?: Readonly<Record<string, unknown>> | undefined
}

/** Builds a URL from its parts. @throws Error for a param that is not given */
export function hrefOf({ to, params = {}, search = {} }: UrlParts): string {
  return fillPath(to, params, search)
}
