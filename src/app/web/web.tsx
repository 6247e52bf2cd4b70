import '#platform/web/style/styles.ts'
import { baseTexts, refusalTexts } from 'virtual:texts'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { listenToCalls } from '#platform/web/api/call.ts'
import { lacksSentence } from '#platform/web/api/messages.ts'
import { markSessionEnded } from '#platform/web/api/session-ended.ts'
import { endProgress, startProgress } from '#platform/web/router/progress.ts'
import { bearForeignNodes } from '#platform/web/shell/foreign-nodes.ts'
import { hasText, startTexts, textOf, withTexts } from '#platform/web/words/i18n.ts'
import { createRouter } from './create-router.ts'
import { placeDuringMaintenance } from './during-maintenance.ts'
import { RouterView } from './RouterView.tsx'
import { markDeactivated, visitorKnown } from './visitor.ts'

const router = createRouter({
  onNavigate: () => hasText('shell.progress') && startProgress(textOf('shell.progress')),
  onNavigated: endProgress,
})

listenToCalls({
  onSessionEnded: () => markSessionEnded(true),
  onDeactivated: markDeactivated,
  async onRefused(code) {
    // Where they do not come, the general sentence of the status is said.
    if (lacksSentence(code)) await withTexts(Promise.resolve(), ['refusals'], refusalTexts).catch(() => {})
  },
  onMaintenance() {
    const place = placeDuringMaintenance(window.location, visitorKnown())
    if (place) window.location.assign(place)
  },
})

/** No first view waits for what follows other tabs; until it has come, the server refuses what a page writes for another. */
async function followSession() {
  const { tellOfOtherUser, watchSession } = await import('./session-watch.ts')
  watchSession()
  tellOfOtherUser()
}

function App() {
  return (
    <StrictMode>
      <RouterView router={router} />
    </StrictMode>
  )
}

bearForeignNodes()
const place = document.getElementById('root')
if (!place) throw new Error('The page has no place for the application')
await startTexts(baseTexts)
startTransition(() => createRoot(place).render(<App />))
followSession().catch(() => {
  // Without the network the page stays as it is.
})
