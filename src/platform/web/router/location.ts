import { createContext, useContext, useMemo } from 'react'

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

/** Writes plain texts as a query string with its question mark; empty values are left out. */
export function stringifySearch(values: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  const text = search.toString()
  return text ? `?${text}` : ''
}

export interface UrlParts {
  /** A path, where `$name` stands for a param. */
  readonly to: string
  readonly params?: Params | undefined
  readonly search?: Readonly<Record<string, unknown>> | undefined
}

/** Builds a URL from its parts. @throws Error for a param that is not given */
export function hrefOf({ to, params = {}, search = {} }: UrlParts): string {
  const path = to.replace(/\$(\w+)/g, (_, name: string) => {
    const value = params[name]
    if (!value) throw new Error(`${to} needs ${name}`)
    return encodeURIComponent(value)
  })
  return path + stringifySearch(search)
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The params of an address that fits a screen's path, or null; a slash at the end makes no difference. */
export function matchPath(path: string, pathname: string): Params | null {
  const wanted = path.split('/')
  const given = pathname.replace(/(?<=.)\/+$/, '').split('/')
  if (wanted.length !== given.length) return null
  const fits = wanted.every((part, index) => (part.startsWith('$') ? given[index] !== '' : part === given[index]))
  if (!fits) return null
  return Object.fromEntries(
    wanted.flatMap((part, index) => (part.startsWith('$') ? [[part.slice(1), decoded(given[index]!)]] : [])),
  )
}
