import type { World } from './world.ts'

/** The code in the newest message to a person that holds one. */
export async function newestCode({ services }: Pick<World, 'services'>, userId: string): Promise<string> {
  const rows = await services.database.primary
    .selectFrom('outbox')
    .select('body_text')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(5)
    .execute()
  const found = rows.map((row) => /(?<![\w-])\d{6}\b/.exec(row.body_text)?.[0]).find((code) => code !== undefined)
  if (!found) throw new Error(`no code has been sent to ${userId}`)
  return found
}
