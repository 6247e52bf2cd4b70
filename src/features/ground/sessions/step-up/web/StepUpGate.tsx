import { lazy, Suspense, useEffect, useState } from 'react'
import { listenToCalls } from '#platform/web/api/call.ts'

const StepUpDialog = lazy(() => import('./StepUpDialog.tsx').then((m) => ({ default: m.StepUpDialog })))

/** Asks for the password when a call wants it once more, and lets the call go on. */
export function StepUpGate() {
  const [answer, setAnswer] = useState<{ readonly give: (isProven: boolean) => void } | null>(null)
  useEffect(() => {
    listenToCalls({ onStepUp: () => new Promise((give) => setAnswer({ give })) })
    return () => listenToCalls({ onStepUp: async () => false })
  }, [])
  if (!answer) return null
  return (
    <Suspense>
      <StepUpDialog
        answer={(isProven) => {
          setAnswer(null)
          answer.give(isProven)
        }}
      />
    </Suspense>
  )
}
