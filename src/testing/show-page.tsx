import { MantineProvider } from '@mantine/core'
import { act, render } from '@testing-library/react'
import { type ReactNode, useEffect, useState } from 'react'
import { queries } from '#platform/web/api/queries.ts'
import { startHistory } from '#platform/web/router/history.ts'
import { LocationProvider } from '#platform/web/router/location.ts'

const locationNow = () => ({ pathname: window.location.pathname, search: window.location.search, params: {} })

/** Gives the current address to the page, and the new one after each navigation. */
function Located({ children }: { children: ReactNode }) {
  const [location, setLocation] = useState(locationNow)
  useEffect(() => startHistory(() => act(() => setLocation(locationNow()))), [])
  return <LocationProvider value={location}>{children}</LocationProvider>
}

/** Draws parts of a page for a test, with all that the shell puts around them. */
export function showPage(children: ReactNode) {
  queries.clear()
  // Each look at a list is a read of its own.
  queries.setDefaultOptions({ queries: { ...queries.getDefaultOptions().queries, staleTime: 0 } })
  return render(
    <MantineProvider>
      <Located>{children}</Located>
    </MantineProvider>,
  )
}
