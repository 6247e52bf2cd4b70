import { sessions } from '#features/ground/sessions/contract.ts'
import { isApiError } from '#platform/web/api/api-error.ts'
import { call, readySentence } from '#platform/web/api/call.ts'
import { hearOtherTabs } from '#platform/web/api/hear-other-tabs.ts'
import { sentenceOf } from '#platform/web/api/messages.ts'
import { NOBODY, tellOtherTabs } from '#platform/web/api/other-tabs.ts'
import { refreshReads } from '#platform/web/api/refresh.ts'
import { hasSessionEnded, markSessionEnded, subscribeToSessionEnd } from '#platform/web/api/session-ended.ts'
import { isProbablySignedIn } from '#platform/web/api/signed-in-hint.ts'
import type { Visitor } from '#platform/web/api/user.ts'
import { forgetDraftsOfOthers } from '#platform/web/form/kept/forget-drafts.ts'
import { loadAnew } from '#platform/web/router/history.ts'
import { showNews } from '#platform/web/shell/toasts.ts'
import { keepInTab, keptInTab } from '#platform/web/words/browser-memory.ts'
import { textOf } from '#platform/web/words/i18n.ts'
import { becomeUser, visitorKnown, visitorNow } from './visitor.ts'

const CODE = 'PAGE_OF_ANOTHER_USER'

/** The page was somebody else's: what it shows and what was typed go, and the new page says why. */
function giveWay(): void {
  keepInTab('otherUser', '1')
  loadAnew()
}

/** Says, once it is looked at, that the page that stood here was somebody else's. */
export function tellOfOtherUser(): void {
  if (!keptInTab('otherUser')) return
  keepInTab('otherUser', '')
  const tell = () => {
    if (document.visibilityState !== 'visible') return
    document.removeEventListener('visibilitychange', tell)
    void readySentence(CODE).then(() => showNews(sentenceOf(CODE) ?? textOf('general.other')))
  }
  document.addEventListener('visibilitychange', tell)
  tell()
}

/**
 * Asks who is signed in by now. The same person goes on, and whoever came to a page of nobody is shown; a page of
 * somebody else starts anew. That nobody is signed in the call tells by itself.
 */
async function lookAgain() {
  const before = visitorKnown()
  if (!before) return
  try {
    const user = await call(sessions.user, {})
    if (before.kind === 'deactivated' && user.deactivated) return
    if (before.kind === 'anonymous' && !user.deactivated) return forgetOthers(becomeUser(user))
    if (before.kind !== 'user' || user.userId !== before.user.userId) return giveWay()
    if (!hasSessionEnded()) return
    markSessionEnded(false)
    await refreshReads('all')
  } catch (error) {
    if (!isApiError(error)) throw error
  }
}

let looking: Promise<void> | null = null

function look(): Promise<void> {
  looking ??= lookAgain().finally(() => {
    looking = null
  })
  return looking
}

/** What another tab tells counts for a page that shows somebody else, as soon as it knows whom it shows. */
async function hear(userId: string | null) {
  const visitor = await visitorNow().catch(() => undefined)
  if (!visitor) return
  const shown = visitor.kind === 'user' && !hasSessionEnded() ? visitor.user.userId : null
  if (visitor.kind === 'deactivated' || shown !== userId) await look()
}

/** What somebody else has typed in this tab is not for whoever is signed in now. */
function forgetOthers(visitor: Visitor): void {
  if (visitor.kind === 'user') forgetDraftsOfOthers(visitor.user.userId)
}

/** Tells the other tabs whom this page was drawn for. */
async function tellVisitor() {
  const visitor = await visitorNow()
  forgetOthers(visitor)
  if (visitor.kind !== 'deactivated') tellOtherTabs(visitor.kind === 'user' ? visitor.user.userId : NOBODY)
}

/** Follows what other tabs and the way back do to the session of this page. */
export function watchSession(): void {
  const lookIfSeen = () => {
    const worthAsking = visitorKnown()?.kind === 'user' || isProbablySignedIn()
    if (document.visibilityState === 'visible' && worthAsking) void look()
  }
  document.addEventListener('visibilitychange', lookIfSeen)
  window.addEventListener('focus', lookIfSeen)
  // The browser keeps whole pages for its back button, also those of somebody who has signed out since.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    if (visitorKnown()?.kind === 'user' && !isProbablySignedIn()) window.location.reload()
    else lookIfSeen()
  })
  hearOtherTabs((userId) => void hear(userId))
  // Whether somebody is signed in at all the page itself says.
  tellVisitor().catch(() => {})
  subscribeToSessionEnd(() => {
    if (hasSessionEnded()) void look()
  })
}
