import { useEffect } from 'react'
import type { EndpointSpec } from '#platform/contract/contract.ts'
import { refreshReads } from '#platform/web/api/refresh.ts'

const LOOK_AGAIN_MS = 2_000

/** Stands in place of a document's link while the document is being made, and reads again until the link is there. */
export function BeingMade({ children, refresh }: { children: string; refresh: EndpointSpec }) {
  useEffect(() => {
    const timer = setInterval(() => void refreshReads([refresh]), LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [refresh])
  return (
    <span className="t2" role="status">
      {children}
    </span>
  )
}
