/** The files that have been asked for, each with the styles' arrival. */
const asked = new Map<string, Promise<unknown> | undefined>()

function ask(file: string): Promise<unknown> | undefined {
  const href = `/app/${file}`
  if (asked.has(href) || document.querySelector(`link[href="${href}"]`)) return asked.get(href)
  const link = document.createElement('link')
  const isStyle = file.endsWith('.css')
  link.rel = isStyle ? 'stylesheet' : 'modulepreload'
  link.crossOrigin = ''
  link.href = href
  const arrives = isStyle
    ? new Promise((resolve, reject) => {
        link.onload = resolve
        link.onerror = () => {
          asked.delete(href)
          link.remove()
          reject(new Error(`Unable to preload CSS for ${href}`))
        }
      })
    : undefined
  asked.set(href, arrives)
  document.head.append(link)
  return arrives
}

/**
 * Fetches a module beside all that it needs, once each, and gives it when its styles are there, so that nothing is drawn
 * without them. The build puts this around every `import()`.
 */
export function fetchAhead<M>(load: () => Promise<M>, files: readonly string[] = []): Promise<M> {
  return Promise.all(files.map(ask)).then(load)
}
