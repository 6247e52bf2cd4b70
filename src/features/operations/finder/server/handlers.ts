import { type SignedIn, scopeOf } from '#platform/server/database/scope.ts'
import type { Handlers } from '#platform/server/http/context.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import type { finder } from '../contract.ts'
import { allFoundKinds, foundKinds, SHOWN_MAX } from '../kinds.ts'
import { findAll } from './queries.ts'

/** The kinds of which a caller may see and open every row: who sees some companies alone finds nothing here. */
const kindsOf = (user: SignedIn) =>
  allFoundKinds.filter((kind) => foundKinds[kind].every((permission) => scopeOf(user, permission).all))

export const finderHandlers: Handlers<typeof finder> = {
  async find({ query }, { db, user }) {
    const search = query.search.trim()
    const kinds = search.length < 2 ? [] : kindsOf(user)
    const rows = await findAll(db, kinds, { search, seesPrivate: scopeOf(user, 'employee:read-private').all })
    const byKind = Map.groupBy(rows, ({ kind }) => kind)
    const ofKind = kinds.map((kind) => ({ kind, rows: byKind.get(kind) ?? [] }))
    return {
      found: ofKind.flatMap((one) =>
        one.rows.slice(0, SHOWN_MAX).map(({ kind, id, title, detail, cents, day }) => ({
          kind,
          id,
          title,
          detail: detail || null,
          amount: cents === null ? null : eurosFromCents(cents),
          day,
        })),
      ),
      more: ofKind.filter((one) => one.rows.length > SHOWN_MAX).map(({ kind }) => kind),
      kinds,
    }
  },
}
