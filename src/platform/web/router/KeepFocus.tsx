import { useEffect } from 'react'
import { type FocusTrail, goOnFrom, trailOf } from './focus-trail.ts'

/** So long whoever has changed the page may place the focus: a list its next row, a dialog what opened it. */
const OTHERS_MS = 100

const isLost = () => document.activeElement === null || document.activeElement === document.body

/** Watches the focus until it is stopped, and goes on from its last place whenever a change of the page takes it away. */
function watchFocus(): () => void {
  let last: FocusTrail | null = null
  let onPage: FocusTrail | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const forget = () => {
    last = null
  }
  const come = ({ target }: Event) => {
    if (!(target instanceof HTMLElement)) return
    last = trailOf(target)
    if (!last.dialog) onPage = last
  }
  /** The reader has left by themselves, as by Tab past the last stop; what is taken away is gone by the next moment. */
  const leave = ({ target }: Event) =>
    queueMicrotask(() => {
      const isThere = target instanceof HTMLElement && target.isConnected && !target.matches(':disabled')
      if (isThere && last?.element === target && isLost() && target.checkVisibility()) forget()
    })
  const look = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      if (!last || !isLost()) return
      const trail = last.dialog?.isConnected === false ? onPage : last
      if (trail) goOnFrom(trail)
    }, OTHERS_MS)
  }
  const changes = new MutationObserver(() => last && isLost() && look())
  changes.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden', 'open'],
  })
  document.addEventListener('focusin', come)
  document.addEventListener('focusout', leave)
  document.addEventListener('pointerdown', forget)
  return () => {
    changes.disconnect()
    clearTimeout(timer)
    document.removeEventListener('focusin', come)
    document.removeEventListener('focusout', leave)
    document.removeEventListener('pointerdown', forget)
  }
}

/**
 * An act often takes away what was pressed: a form that is sent, a row that is decided, a stage that is over. Browsers
 * then leave the focus nowhere, and who works by keyboard or by ear would start again from the top of the page.
 */
export function KeepFocus() {
  useEffect(watchFocus, [])
  return null
}
