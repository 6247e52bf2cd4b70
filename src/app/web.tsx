import '#platform/web/style/styles.ts'
import { baseTexts } from 'virtual:texts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { listenToCalls } from '#platform/web/api/api.ts'
import { endProgress, startProgress } from '#platform/web/router/progress.ts'
import { createFlag } from '#platform/web/shell/Shell.tsx'
import { themeMemory } from '#platform/web/shell/theme-choice.ts'
import { cssVariablesResolver, theme } from '#platform/web/style/theme.ts'
import { hasText, startTexts, textOf } from '#platform/web/words/i18n.ts'
import { createRouter } from './create-router.ts'
import { placeDuringMaintenance } from './during-maintenance.ts'
import { createQueries } from './queries.ts'
import { RouterView } from './RouterView.tsx'
import { watchSession } from './session-watch.ts'
import { markDeactivated, visitorKnown } from './visitor.ts'

const queries = createQueries()
const sessionEnded = createFlag()
const router = createRouter(queries, {
  onNavigate: () => hasText('shell.progress') && startProgress(textOf('shell.progress')),
  onNavigated: endProgress,
})

listenToCalls({
  onSessionEnded: () => sessionEnded.set(true),
  onDeactivated: () => markDeactivated(queries),
  onMaintenance() {
    const place = placeDuringMaintenance(window.location, visitorKnown(queries))
    if (place) window.location.assign(place)
  },
})
watchSession(queries, sessionEnded)

function App() {
  return (
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        colorSchemeManager={themeMemory()}
        defaultColorScheme="light"
      >
        <QueryClientProvider client={queries}>
          <RouterView router={router} sessionEnded={sessionEnded} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>
  )
}

const place = document.getElementById('root')
if (!place) throw new Error('The page has no place for the application')
await startTexts(baseTexts)
createRoot(place).render(<App />)
