import type { MultiSelectProps } from '@mantine/core'
import { lazy, Suspense } from 'react'

const Box = lazy(() => import('./lazy-multi-select.ts').then((m) => ({ default: m.MultiSelect })))

/** Mantine's MultiSelect, fetched when it is first shown. */
export function MultiSelect(props: MultiSelectProps) {
  return (
    <Suspense>
      <Box {...props} />
    </Suspense>
  )
}
