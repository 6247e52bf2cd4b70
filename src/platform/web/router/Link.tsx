import type { ComponentPropsWithRef, MouseEvent } from 'react'
import { navigate } from './history.ts'
import { hrefOf, type UrlParts } from './location.ts'

type Props = Omit<ComponentPropsWithRef<'a'>, 'href'> & UrlParts

const isPlain = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** A link within this front end, drawn without loading the page anew: `to="/mybike"`, or with params and a query. */
export function Link({ to, params, search, onClick, target, download, ...rest }: Props) {
  const href = hrefOf({ to, params, search })
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const isBrowsers = download !== undefined || (target && target !== '_self')
    if (event.defaultPrevented || !isPlain(event) || isBrowsers) return
    event.preventDefault()
    navigate(href)
  }
  const own = { ...(target ? { target } : {}), ...(download === undefined ? {} : { download }) }
  return <a {...rest} {...own} href={href} onClick={follow} />
}
