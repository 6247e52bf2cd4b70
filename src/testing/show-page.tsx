import { act, render } from '@testing-library/react'
import { type ReactNode, useEffect, useState } from 'react'
import { queries } from '#platform/web/api/queries.ts'
import { startHistory } from '#platform/web/router/history.ts'
// The component library is there from the start: loading it would take longer than a test waits for a part of it.
import '#platform/web/parts/Library.tsx'
import { LocationProvider } from '#platform/web/router/location.ts'

const locationNow = () => ({ pathname: window.location.pathname, search: window.location.search, params: {} })

/** Gives the current address to the page, and the new one after each navigation. */
function Located({ children }: { children: ReactNode }) {
  const [location, setLocation] = useState(locationNow)
  useEffect(() => {
    let isStarted = false
    // It also tells of the address at the start, which is drawn already.
    startHistory(() => isStarted && act(() => setLocation(locationNow())))
    isStarted = true
  }, [])
  return <LocationProvider value={location}>{children}</LocationProvider>
}

/** Draws parts of a page for a test, with all that the shell puts around them. */
export function showPage(children: ReactNode) {
  queries.clear()
  // Each look at a list is a read of its own.
  queries.setDefaultOptions({ queries: { ...queries.getDefaultOptions().queries, staleTime: 0 } })
  return render(<Located>{children}</Located>)
}
