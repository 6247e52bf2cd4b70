import { may, type Visitor } from '#platform/web/api/user.ts'
import { languageNow } from '#platform/web/words/i18n.ts'
import { publicAddress } from '#platform/web/words/language.ts'

/** Where the service is opened again. */
const SWITCH = '/admin/asetukset'

/** Signing in and out goes on while the service is closed: whoever may open it has to get in. */
const STAYS = /^\/kirjaudu(-ulos)?\/?$/

/**
 * Where a call that was refused for maintenance leads from an address: the switch for whoever may turn it, the
 * maintenance page in the language on screen, with the way back, for anybody else, null to stay.
 */
export function placeDuringMaintenance({ pathname, search }: Pick<Location, 'pathname' | 'search'>, visitor?: Visitor) {
  if (STAYS.test(pathname)) return null
  const isOperator = visitor?.kind === 'user' && may(visitor.user, 'settings:write')
  if (isOperator) return pathname === SWITCH ? null : SWITCH
  return `${publicAddress('/huoltokatkos', languageNow())}?paluu=${encodeURIComponent(pathname + search)}`
}
