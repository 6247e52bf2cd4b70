import { useEffect, useSyncExternalStore } from 'react'
import { sessions } from '#features/ground/sessions/contract.ts'
import { chosenLanguage } from '#platform/values/spoken-language.ts'
import { isApiError } from '#platform/web/api/api-error.ts'
import { call } from '#platform/web/api/call.ts'
import { setPageUser } from '#platform/web/api/page-user.ts'
import { forgetSignedIn } from '#platform/web/api/signed-in-hint.ts'
import type { SignedInUser, Visitor } from '#platform/web/api/user.ts'
import { chooseLanguage } from '#platform/web/words/i18n.ts'

async function readVisitor(): Promise<Visitor> {
  // The server has seen no session's cookie with this page, so asking would only be refused.
  if (document.documentElement.dataset.session === 'none') {
    forgetSignedIn()
    return { kind: 'anonymous' }
  }
  try {
    const user = await call(sessions.user, {})
    // A browser that has not chosen a language speaks the one that the person has.
    if (!chosenLanguage(document.cookie)) await chooseLanguage(user.language)
    if (user.deactivated) return { kind: 'deactivated' }
    return { kind: 'user', user }
  } catch (error) {
    if (!isApiError(error)) throw error
    if (error.code === 'USER_DEACTIVATED') return { kind: 'deactivated' }
    if (error.status !== 401) throw error
    forgetSignedIn()
    return { kind: 'anonymous' }
  }
}

const ANONYMOUS: Visitor = { kind: 'anonymous' }

let asked: Promise<Visitor> | null = null
let known: Visitor | undefined
const listeners = new Set<() => void>()

function setKnown(visitor: Visitor): Visitor {
  known = visitor
  asked = Promise.resolve(visitor)
  setPageUser(visitor.kind === 'user' ? visitor.user.userId : null)
  for (const listener of listeners) listener()
  return visitor
}

/** Waits for the pending user fetch, or starts it; navigation depends on the answer. A failed one is asked again. */
export function visitorNow(): Promise<Visitor> {
  asked ??= readVisitor()
    // A call beside this one may have found out that the person is deactivated.
    .then((visitor) => known ?? setKnown(visitor))
    .catch((error: unknown) => {
      asked = null
      throw error
    })
  return asked
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Who is here; nobody as long as that is not known. */
export function useVisitorNow(): Visitor {
  useEffect(() => {
    // A page that must know has asked already, and shows what came of it.
    visitorNow().catch(() => {})
  }, [])
  return useSyncExternalStore(subscribe, visitorKnown) ?? ANONYMOUS
}

/** Somebody has signed in in another tab, and this page was nobody's. */
export function becomeUser(user: SignedInUser): Visitor {
  return setKnown({ kind: 'user', user })
}

/** A call has found out that the person is deactivated. */
export function markDeactivated(): void {
  setKnown({ kind: 'deactivated' })
}

/** Who is here as far as it is known; asks nobody. */
export function visitorKnown(): Visitor | undefined {
  return known
}
