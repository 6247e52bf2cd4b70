import { useSyncExternalStore } from 'react'

export type ToastKind = 'ok' | 'danger' | 'info' | 'warn'

export interface Toast {
  readonly id: number
  readonly kind: ToastKind
  readonly title: string
  /** One line of consequence. */
  readonly text?: string
  readonly undo?: () => void
}

/** Specification §8: the same toast within two seconds is shown once. */
const DUPLICATE_MS = 2000
const SHOWN_MS = 6000
/** What can be undone is offered for as long as its mails wait. */
const UNDO_SHOWN_MS = 8000

/** Holds the toasts on screen; the clock and timer come from outside, so that tests drive them. */
export function createToasts(now: () => number, later: (work: () => void, milliseconds: number) => void) {
  let toasts: readonly Toast[] = []
  let nextId = 1
  const lastShown = new Map<string, number>()
  const listeners = new Set<() => void>()
  const set = (next: readonly Toast[]) => {
    toasts = next
    for (const listener of listeners) listener()
  }
  const dismiss = (id: number) => set(toasts.filter((toast) => toast.id !== id))
  return {
    show(toast: Omit<Toast, 'id'>): boolean {
      const text = `${toast.kind}|${toast.title}|${toast.text ?? ''}`
      const last = lastShown.get(text)
      if (last !== undefined && now() - last < DUPLICATE_MS) return false
      lastShown.set(text, now())
      const id = nextId++
      set([...toasts.slice(-3), { ...toast, id }])
      later(() => dismiss(id), toast.undo ? UNDO_SHOWN_MS : SHOWN_MS)
      return true
    },
    dismiss,
    current: () => toasts,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

const shared = createToasts(
  () => Date.now(),
  (work, milliseconds) => void setTimeout(work, milliseconds),
)

/** Says that something worked: a bold result and one line of consequence, with undo where possible. */
export function showDone(title: string, more: { text?: string; undo?: () => void } = {}): void {
  shared.show({ kind: 'ok', title, ...more })
}

/** Says what has happened without the reader's doing. */
export function showNews(title: string): void {
  shared.show({ kind: 'info', title })
}

/** Says that something failed; the same text within two seconds is shown once. */
export function showFailure(title: string, text?: string): void {
  shared.show({ kind: 'danger', title, ...(text ? { text } : {}) })
}

export const dismissToast = shared.dismiss

/** Takes back what a toast tells of, and the toast with it. */
export function undoFromToast(toast: Toast): void {
  toast.undo?.()
  dismissToast(toast.id)
}

const isWritten = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"]') !== null

/**
 * Ctrl+Z, on a Mac Cmd+Z, takes back what the newest toast with an undo tells of: the toast stands last in the document,
 * too far for the keyboard in the time it is shown. Where text is written the keys stay the text's own.
 */
export function undoByKey(event: KeyboardEvent): void {
  const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'z'
  if (!isUndo || event.defaultPrevented || isWritten(event.target)) return
  const newest = shared.current().findLast(({ undo }) => undo)
  if (!newest) return
  event.preventDefault()
  undoFromToast(newest)
}

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(shared.subscribe, shared.current)
}
