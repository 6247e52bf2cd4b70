import { expect, it } from 'vitest'
import { beforeScriptsOf } from './before-scripts.ts'

it('a page with a header has its place before the scripts, and the announcement below it', () => {
  const { fi, sv } = beforeScriptsOf('page', '/mybike')
  expect(fi).toMatch(/^<div class="before-header"><\/div><section .*Pyöräedun verovapaus/)
  expect(sv).not.toContain('Pyöräedun')
})

it('signing in has the announcement alone, and the administration nothing', () => {
  expect(beforeScriptsOf('auth', '/kirjaudu').fi).toMatch(/^<section/)
  expect(beforeScriptsOf('admin', '/admin').fi).toBe('')
})
