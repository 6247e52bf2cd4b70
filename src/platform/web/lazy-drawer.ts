/** Drawers are fetched when one first opens. */
export { Drawer } from '@mantine/core'
