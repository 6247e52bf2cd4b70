import { endpoint, Id, Instant, Page, pageQuery, Shape, T, Version } from '#platform/contract/contract.ts'

/** A list by the address of its call. */
const ListPath = T.String({ maxLength: 120, pattern: '^/api/[a-zA-Z0-9/-]{1,100}$' })
const ViewName = T.String({ minLength: 1, maxLength: 60, pattern: '\\S' })
/** What the address of the page says of filters, sorting and size, without page and open row. */
const ViewSearch = T.String({ maxLength: 1000 })

const ListView = Shape({
  viewId: Id,
  name: T.String(),
  search: T.String(),
  isShared: T.Boolean(),
  /** It is the caller's: they alone change and remove it. */
  isOwn: T.Boolean(),
  /** Whose it is. */
  owner: T.String(),
  version: Version,
})
export type ListView = T.Static<typeof ListView>

const ById = Shape({ viewId: Id })

export const listViews = {
  list: endpoint({
    method: 'GET',
    path: '/api/list-views',
    access: 'admin:access',
    summary: 'The views of a list: the caller’s own first, then those that colleagues share, by name.',
    query: Shape({ list: ListPath, ...pageQuery(100) }),
    replies: { 200: Page(ListView) },
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/list-views',
    access: 'admin:access',
    summary: 'Keeps a view of a list under a name, for oneself or shared with the staff.',
    body: Shape({ list: ListPath, name: ViewName, search: ViewSearch, isShared: T.Boolean() }),
    replies: { 201: ListView },
    errors: ['NAME_EXISTS'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/list-views/:viewId',
    access: 'admin:access',
    summary: 'Renames one’s own view, changes what it shows, or whom it is for; a colleague’s is not found.',
    params: ById,
    body: Shape({
      name: T.Optional(ViewName),
      search: T.Optional(ViewSearch),
      isShared: T.Optional(T.Boolean()),
      version: Version,
    }),
    replies: { 200: ListView },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'NAME_EXISTS'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/list-views/:viewId',
    access: 'admin:access',
    summary: 'Removes one’s own view.',
    params: ById,
    query: Shape({ version: Version }),
    replies: { 200: ById },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT'],
  }),
  changes: endpoint({
    method: 'GET',
    path: '/api/list-changes',
    access: 'admin:access',
    summary:
      'Which of the rows on a page somebody else has changed since a moment, ten minutes back at most, and who did it last.',
    query: Shape({ ids: T.String({ minLength: 36, maxLength: 3699 }), since: Instant }),
    replies: {
      200: Shape({ changes: T.Array(Shape({ id: Id, by: T.String(), at: Instant })), at: Instant }),
    },
  }),
}
