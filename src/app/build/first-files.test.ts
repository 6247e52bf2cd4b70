import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { filesLoadedWith } from './module-graph.ts'

const source = path.resolve(import.meta.dirname, '../..')

/** The files that arrive with a module and import something from a package. */
const importersOf = (file: string, packages: RegExp) =>
  [...filesLoadedWith(path.join(source, file))]
    .filter(([, text]) =>
      [...text.matchAll(/^import (?!type\b).*? from '([^']+)'/gm)].some(([, name]) => packages.test(name!)),
    )
    .map(([found]) => path.relative(source, found))

it('signing in loads neither the component library nor the cache of reads', () => {
  for (const file of [
    'app/web/web.tsx',
    'platform/web/shell/AuthLayout.tsx',
    'features/ground/sessions/web/LoginPage.tsx',
  ])
    expect(importersOf(file, /^@mantine\/core|^@tanstack/), file).toEqual([])
})

it('the frames of pages and the everyday screens load no part of the component library before it is used', () => {
  for (const file of [
    'app/web/PageFrame.tsx',
    'app/web/AdminFrame.tsx',
    'features/homes/employee/web/MyBikeHome.tsx',
    'features/homes/employer/web/EmployerHome.tsx',
    'features/homes/employer/web/ReportingHome.tsx',
    'features/homes/staff/web/ApplicationsPage.tsx',
    'features/homes/employer/web/EmployerOrderPage.tsx',
  ])
    expect(importersOf(file, /^@mantine\/core/), file).toEqual([])
})

it('whoever uses the component library stands in its theme, or brings it', () => {
  const files = (readdirSync(source, { recursive: true }) as string[]).filter((file) => /\.tsx?$/.test(file))
  const bare = files.filter((file) => {
    const text = readFileSync(path.join(source, file), 'utf8')
    return /^(?:import|export) (?!type\b).* from '@mantine\/core'/m.test(text) && !text.includes('Library')
  })
  // What `Library` is made of.
  expect(bare).toEqual(['platform/web/style/theme.ts'])
})
