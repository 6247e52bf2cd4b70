import { type SignedInUser, useUser } from '#platform/web/api/user.ts'
import type { RolePagesProps } from '#platform/web/shell/OptionalBoundary.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { pagesOfRoles } from './pages-of-roles.ts'

/** The pages that roles open, those that are new told apart. */
export function RolePages(props: RolePagesProps) {
  const user = useUser()
  return user && <Pages {...props} viewer={user} />
}

function Pages({ before, after, viewer }: RolePagesProps & { viewer: SignedInUser }) {
  const t = useTexts('roles')
  const common = useTexts()
  const known = new Set(before.length > 0 ? pagesOfRoles(viewer, before).map(({ to }) => to) : [])
  const pages = pagesOfRoles(viewer, after)
  return (
    <>
      <h4>{t('sees.pages')}</h4>
      {pages.length === 0 && <p className="sm">{t('sees.noPages')}</p>}
      <ul className="sm">
        {pages.map(({ to, menu, text }) => (
          <li key={to}>
            <span>{menu === 'nav' ? common(`nav.${text}`) : common(`rail.${text}`)}</span>
            {before.length > 0 && !known.has(to) && <b> {t('sees.new')}</b>}
          </li>
        ))}
      </ul>
    </>
  )
}
