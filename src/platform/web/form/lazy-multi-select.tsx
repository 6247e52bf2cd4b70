import { MultiSelect as Box, type MultiSelectProps } from '@mantine/core'
import { Library } from '#platform/web/parts/Library.tsx'

/** A file of its own, so that the part and what it needs are fetched when a form first shows it. */
export function MultiSelect(props: MultiSelectProps<string>) {
  return (
    <Library>
      <Box {...props} />
    </Library>
  )
}
