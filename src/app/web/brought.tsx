import { type ComponentType, lazy } from 'react'
import { OptionalBoundary } from '#platform/web/shell/OptionalBoundary.tsx'

/** A part that comes later, and whose place stays empty where it does not come. */
export function brought<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Part = lazy(async () => ({ default: await load() }))
  return (props) => (
    <OptionalBoundary>
      <Part {...props} />
    </OptionalBoundary>
  )
}

export const RolePart = brought(() => import('./RolePart.tsx').then((m) => m.RolePart))
