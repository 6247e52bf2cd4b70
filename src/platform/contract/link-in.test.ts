import { expect, it } from 'vitest'
import { linkIn } from './link-in.ts'

it('a link for a reader of Swedish or English names the language', () => {
  expect(linkIn('sv', '/liike/abc')).toBe('/liike/abc?language=sv')
  expect(linkIn('en', '/mybike?tab=leasing#erat')).toBe('/mybike?tab=leasing&language=en#erat')
})

it('a link for a reader of Finnish, or to something that is no page, stays as it is', () => {
  expect(linkIn('fi', '/liike/abc')).toBe('/liike/abc')
  expect(linkIn('sv', '/api/files/1')).toBe('/api/files/1')
  expect(linkIn('sv', '/tiedote-pyoraedusta')).toBe('/tiedote-pyoraedusta')
})
