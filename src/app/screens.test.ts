import { expect, it } from 'vitest'
import { pages } from '#platform/contract/pages.ts'
import { layoutAccess, screens } from './screens.tsx'

it('every page has one screen', () => {
  expect(screens.map(({ path }) => path).sort()).toEqual(Object.values(pages).sort())
})

it('the layout of the administration requires its own permission, whatever a screen in it requires', () => {
  expect(layoutAccess.admin).toBe('admin:access')
  expect(screens.filter(({ path, layout }) => path.startsWith('/admin') !== (layout === 'admin'))).toEqual([])
})
