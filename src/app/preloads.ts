/** The built files that a screen is made of beside those of every page, as the build lists them. */
export interface ScreenFiles {
  /** The screen's path, `/liity/$token`. */
  readonly path: string
  /** Nothing is drawn before it is known who asks. */
  readonly asksForUser: boolean
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
  readonly texts: Readonly<Record<'fi' | 'en' | 'sv', readonly string[]>>
}

function fits(path: string, address: string): boolean {
  const wanted = path.split('/')
  const given = address.split('/')
  return wanted.length === given.length && wanted.every((part, index) => part.startsWith('$') || part === given[index])
}

/** Whether a browser may be signed in: it holds a cookie of a session, which only the server can see. */
export const hasSession = (cookies = '') => /(?:^|;\s*)(?:accessToken|refreshToken)=/.test(cookies)

/**
 * The head's links for an address, so that a browser fetches in one go what it would find out step by step: the
 * screen's scripts and styles, its texts in the remembered language, and, with a session, who is signed in.
 */
export function preloadLinks(screens: readonly ScreenFiles[], address: string, cookies = ''): string {
  const screen = screens.find(({ path }) => fits(path, address))
  if (!screen) return ''
  const language = (/(?:^|;\s*)language=(fi|en|sv)(?:;|$)/.exec(cookies)?.[1] ?? 'fi') as 'fi' | 'en' | 'sv'
  return [
    ...screen.styles.map((file) => `<link rel="stylesheet" crossorigin href="/app/${file}">`),
    ...[...screen.scripts, ...screen.texts[language]].map(
      (file) => `<link rel="modulepreload" crossorigin href="/app/${file}">`,
    ),
    ...(screen.asksForUser && hasSession(cookies)
      ? ['<link rel="preload" as="fetch" crossorigin="use-credentials" href="/api/user">']
      : []),
  ].join('')
}
