import type { MultiSelectProps } from '@mantine/core'
import { lazy, Suspense } from 'react'

const Box = lazy(() => import('./lazy-multi-select.tsx').then((m) => ({ default: m.MultiSelect })))

/** Mantine's MultiSelect, fetched when it is first shown. */
export function MultiSelect(props: MultiSelectProps<string>) {
  return (
    <Suspense>
      <Box {...props} />
    </Suspense>
  )
}
