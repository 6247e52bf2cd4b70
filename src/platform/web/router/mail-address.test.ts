import { expect, it } from 'vitest'
import { isEmail } from '#platform/contract/validation.ts'
import { mailAddress } from './mail-address.ts'

it('opens an answer to one person, whatever their address says', () => {
  const odd = 'a?bcc=spy@evil.example'
  expect(isEmail(odd)).toBe(true)
  const opened = new URL(mailAddress(odd, { subject: 'Vastaus & muuta', body: '\n\n> ?' }))
  expect(decodeURIComponent(opened.pathname)).toBe(odd)
  expect([...opened.searchParams]).toEqual([
    ['subject', 'Vastaus & muuta'],
    ['body', '\n\n> ?'],
  ])
  expect(mailAddress('aino@yritys.example')).toBe('mailto:aino@yritys.example')
})
