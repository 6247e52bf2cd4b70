import '#platform/web/style/styles.ts'
import { baseTexts } from 'virtual:texts'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { listenToCalls } from '#platform/web/api/call.ts'
import { markSessionEnded } from '#platform/web/api/session-ended.ts'
import { endProgress, startProgress } from '#platform/web/router/progress.ts'
import { hasText, startTexts, textOf } from '#platform/web/words/i18n.ts'
import { createRouter } from './create-router.ts'
import { placeDuringMaintenance } from './during-maintenance.ts'
import { RouterView } from './RouterView.tsx'
import { tellOfOtherUser, watchSession } from './session-watch.ts'
import { markDeactivated, visitorKnown } from './visitor.ts'

const router = createRouter({
  onNavigate: () => hasText('shell.progress') && startProgress(textOf('shell.progress')),
  onNavigated: endProgress,
})

listenToCalls({
  onSessionEnded: () => markSessionEnded(true),
  onDeactivated: markDeactivated,
  onMaintenance() {
    const place = placeDuringMaintenance(window.location, visitorKnown())
    if (place) window.location.assign(place)
  },
})
watchSession()

function App() {
  return (
    <StrictMode>
      <RouterView router={router} />
    </StrictMode>
  )
}

const place = document.getElementById('root')
if (!place) throw new Error('The page has no place for the application')
await startTexts(baseTexts)
tellOfOtherUser()
startTransition(() => createRoot(place).render(<App />))
