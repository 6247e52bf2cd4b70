import { notifications } from '#features/ground/notifications/contract.ts'
import type { Caller, World } from './world.ts'

/** A person's notices as their list shows them, the newest first. */
export async function noticesOf(world: World, as: Caller) {
  const { notifications: rows } = await world.ok(notifications.list, { as, query: {} })
  return rows.map(({ title, done, read }) => ({ title, done, read }))
}
