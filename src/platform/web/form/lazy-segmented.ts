/** Few forms have one, so it is fetched when it is first drawn. */
export { SegmentedControl } from '@mantine/core'
