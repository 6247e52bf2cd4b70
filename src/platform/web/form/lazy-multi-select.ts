// A file of its own, so that the part and what it needs are fetched when a form first shows it.
export { MultiSelect } from '@mantine/core'
