import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { EndpointSpec } from '#platform/contract/contract.ts'

const LOOK_AGAIN_MS = 2_000

/** Stands in place of a document's link while the document is being made, and reads again until the link is there. */
export function BeingMade({ children, refresh }: { children: string; refresh: EndpointSpec }) {
  const queries = useQueryClient()
  const { method, path } = refresh
  useEffect(() => {
    const timer = setInterval(() => void queries.invalidateQueries({ queryKey: [method, path] }), LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [queries, method, path])
  return (
    <span className="t2" role="status">
      {children}
    </span>
  )
}
