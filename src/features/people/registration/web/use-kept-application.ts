import { useState } from 'react'
import type { FieldInputs } from '#platform/web/form/field-values.ts'
import { keepDraft, readDraft } from '#platform/web/form/kept/drafts.ts'
import type { Application, KeptApplication } from './ApplyForm.tsx'

interface Kept {
  readonly sent: KeptApplication | null
  readonly isCoding: boolean
}

/** A colleague may open the same link on the same computer: what was sent is found again for half an hour. */
const KEPT_MS = 30 * 60_000

function readKept(key: string): Kept {
  const { isCoding, keptAt, ...sent } = readDraft(key)
  return typeof sent.workEmail === 'string' && Date.now() - Number(keptAt) < KEPT_MS
    ? { sent: sent as KeptApplication, isCoding: isCoding === true }
    : { sent: null, isCoding: false }
}

/** The application that was sent and whether its code is awaited: phones drop a page while its reader is in the mail. */
export function useKeptApplication(token: string) {
  const key = `join ${token}`
  const [now, setNow] = useState(() => readKept(key))
  const change = (next: Kept) => {
    setNow(next)
    const { password: _, ...application } = next.sent ?? {}
    keepDraft(key, { ...application, isCoding: next.isCoding, keptAt: String(Date.now()) } as FieldInputs)
  }
  return {
    ...now,
    setSent: (sent: Application) => change({ sent, isCoding: true }),
    setCoding: (isCoding: boolean) => change({ ...now, isCoding }),
    startAnew: () => change({ sent: null, isCoding: false }),
    forget: () => keepDraft(key, {}),
  }
}
