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

it('the announcement before the scripts says in an element of its own what a phone leaves out', () => {
  const { fi } = beforeScriptsOf('page', '/mybike')
  expect(fi).toMatch(/päättynyt\. <i>Ennen 24\.4\.2025 .* <\/i><a href/)
})
