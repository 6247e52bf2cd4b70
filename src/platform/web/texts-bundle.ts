/** Turns the found text files into namespaces by their feature folder; the platform's own stand under `platform`. */
export function namespacesOf(files: Record<string, object>): Record<string, object> {
  const named = Object.entries(files).map(([path, texts]) => [
    /\/features\/([^/]+)\//.exec(path)?.[1] ?? 'platform',
    texts,
  ])
  return Object.fromEntries(named)
}
