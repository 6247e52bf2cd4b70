import type { MultiSelectProps } from '@mantine/core'
import { type ComponentType, lazy, Suspense } from 'react'

const Box = lazy(() =>
  import('./lazy-multi-select.ts').then((m) => ({ default: m.MultiSelect as ComponentType<MultiSelectProps<string>> })),
)

/** Mantine's MultiSelect, fetched when it is first shown. */
export function MultiSelect(props: MultiSelectProps<string>) {
  return (
    <Suspense>
      <Box {...props} />
    </Suspense>
  )
}
