import { AppError, fail, failField } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { pageOf } from '#platform/server/database/pages-of-rows.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import { isUniqueViolation, requireVersion } from '#platform/server/http/changes.ts'
import { Answer, type Handlers, type SignedInContext } from '#platform/server/http/context.ts'
import type { ListView, listViews } from '../contract.ts'
import { changesSince, lockOwnView, ownView, type ViewRow, viewsOfList } from './queries.ts'

/** A page asks every half minute; whoever has slept longer reads the list anew. */
const LOOK_BACK_MS = 600_000
const isId = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

const viewOf = (row: ViewRow, userId: string): ListView => ({
  viewId: row.id,
  name: row.name,
  search: row.search,
  isShared: row.is_shared,
  isOwn: row.user_id === userId,
  owner: row.owner,
  version: row.version,
})

const ownById = async (db: Db, id: string, userId: string): Promise<ListView> =>
  viewOf((await ownView(db, id, userId)) ?? fail('NOT_FOUND'), userId)

/** @throws NOT_FOUND where it is somebody else's, VERSION_CONFLICT where it has changed */
async function lockAtVersion({ db, user }: SignedInContext, id: string, version: number): Promise<ListView> {
  if (!(await lockOwnView(db, id, user.userId))) fail('NOT_FOUND')
  const view = await ownById(db, id, user.userId)
  requireVersion(version, view.version, view)
  return view
}

const log = (
  { db, env, user }: SignedInContext,
  id: string,
  change: 'created' | 'updated' | 'deleted',
  isShared: boolean,
) =>
  logEvent(db, env, actorOf(user), 'REGISTER_CHANGED', {
    subject: { type: 'register', id },
    shared: false,
    data: { register: 'list-views', change, isShared },
  })

/** @throws NAME_EXISTS where the person has a view of that name already */
async function named<R>(write: Promise<R>): Promise<R> {
  try {
    return await write
  } catch (error) {
    if (isUniqueViolation(error, 'list_views_name_idx')) throw new AppError('NAME_EXISTS')
    throw error
  }
}

export const listViewsHandlers: Handlers<typeof listViews> = {
  async list({ query }, { db, user }) {
    const { list, page = 1, limit = 100 } = query
    const { userId } = user
    const { rows, total } = await viewsOfList(db, { list, userId, limit, offset: (page - 1) * limit })
    return pageOf(
      rows.map((row) => viewOf(row, userId)),
      { page, limit, total },
    )
  },
  async create({ body }, context) {
    const { db, env, user } = context
    const [id, now] = [env.id(), env.now()]
    const { list, search, isShared } = body
    await named(
      db
        .insertInto('list_views')
        .values({
          id,
          user_id: user.userId,
          list,
          name: body.name.trim(),
          search,
          is_shared: isShared,
          created_at: now,
          updated_at: now,
        })
        .execute(),
    )
    await log(context, id, 'created', isShared)
    return new Answer(201, await ownById(db, id, user.userId))
  },
  async update({ params, body }, context) {
    const { db, env, user } = context
    const before = await lockAtVersion(context, params.viewId, body.version)
    const isShared = body.isShared ?? before.isShared
    await named(
      db
        .updateTable('list_views')
        .set({
          name: body.name?.trim() ?? before.name,
          search: body.search ?? before.search,
          is_shared: isShared,
          version: before.version + 1,
          updated_at: env.now(),
        })
        .where('id', '=', params.viewId)
        .where('user_id', '=', user.userId)
        .execute(),
    )
    await log(context, params.viewId, 'updated', isShared)
    return ownById(db, params.viewId, user.userId)
  },
  async remove({ params, query }, context) {
    const { db, user } = context
    const before = await lockAtVersion(context, params.viewId, query.version)
    await db.deleteFrom('list_views').where('id', '=', params.viewId).where('user_id', '=', user.userId).execute()
    await log(context, params.viewId, 'deleted', before.isShared)
    return { viewId: params.viewId }
  },
  async changes({ query }, { db, env, user }) {
    const ids = query.ids.split(',')
    if (!ids.every(isId)) failField('ids', 'WRONG_FORMAT', 'are not ids')
    const now = env.now()
    const since = new Date(Math.max(Date.parse(query.since), now.getTime() - LOOK_BACK_MS))
    const changes = await changesSince(db, { ids, since, userId: user.userId })
    return {
      changes: changes.map(({ id, by, at }) => ({ id, by, at: at.toISOString() })),
      at: now.toISOString(),
    }
  },
}
