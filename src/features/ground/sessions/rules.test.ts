import { describe, expect, it } from 'vitest'
import { passwordWeakness } from './rules/password-strength.ts'
import { pathOfPastedLink } from './rules/pasted-link.ts'
import { type FactorFacts, secondFactorOf } from './rules/second-factor.ts'

const owner = { email: 'testi.henkilo@yritys.example', firstName: 'Testi', lastName: 'Henkilö' }

describe('a password', () => {
  it.each([
    ['lyhyt1!', 'TOO_SHORT'],
    ['a'.repeat(300), 'TOO_LONG'],
    ['aaaaaaaaaaaa', 'TOO_SIMPLE'],
    ['123456789012', 'TOO_SIMPLE'],
    ['qwertyuiopå1', 'TOO_SIMPLE'],
    ['abcdefghijklm', 'TOO_SIMPLE'],
    ['Salasana1234', 'COMMON'],
    ['P@ssw0rd2026!', 'COMMON'],
    ['Tervetuloa2026', 'COMMON'],
    ['testi.henkilo1', 'PERSONAL'],
    ['Henkilö-1984!', 'PERSONAL'],
  ])('like %s is too weak: %s', (password, weakness) => {
    expect(passwordWeakness(password, owner)).toBe(weakness)
  })

  it.each([
    'kolme kettua soutaa yössä',
    'pyöräilen joka aamu suolle',
    'xK9#vTq2pLw8',
    '猫が自転車に乗って海へ行きました',
  ])('like %s is strong', (password) => {
    expect(passwordWeakness(password, owner)).toBeNull()
  })
})

describe('the second factor', () => {
  const facts = (
    scopeKind: 'ALL' | 'GROUP' | 'COMPANY' | 'SELF',
    twoFactor: 'NONE' | 'EMPLOYER_ROLES' | 'EVERYONE',
    more: Partial<FactorFacts> = {},
  ): FactorFacts => ({
    assignments: [{ scopeKind, twoFactor: [twoFactor] }],
    hasTotp: false,
    phoneNumber: '0401234567',
    ...more,
  })
  const sms = { kind: 'CODE', methods: ['SMS'] }

  it.each([
    ['COMPANY', 'NONE', { kind: 'NONE' }],
    ['COMPANY', 'EMPLOYER_ROLES', sms],
    ['GROUP', 'EMPLOYER_ROLES', sms],
    ['SELF', 'EMPLOYER_ROLES', { kind: 'NONE' }],
    ['SELF', 'EVERYONE', sms],
  ] as const)('of a %s role follows the company setting %s', (scopeKind, setting, decision) => {
    expect(secondFactorOf(facts(scopeKind, setting))).toEqual(decision)
  })

  it('of administrators is the app, which is set up when it is missing', () => {
    expect(secondFactorOf(facts('ALL', 'NONE'))).toEqual({ kind: 'ENROL_TOTP' })
    expect(secondFactorOf(facts('ALL', 'NONE', { hasTotp: true }))).toEqual({ kind: 'CODE', methods: ['TOTP'] })
  })

  it('is the app for whoever has an administrator’s role beside another one', () => {
    const both = facts('ALL', 'NONE').assignments.concat(facts('SELF', 'NONE').assignments)
    expect(secondFactorOf(facts('SELF', 'NONE', { assignments: both }))).toEqual({ kind: 'ENROL_TOTP' })
  })

  it('wants a phone number where there is neither app nor number', () => {
    expect(secondFactorOf(facts('COMPANY', 'EVERYONE', { phoneNumber: null }))).toEqual({ kind: 'PHONE_NEEDED' })
  })

  it('is asked of everybody who has set up an app, with SMS as the way back', () => {
    expect(secondFactorOf(facts('SELF', 'NONE', { hasTotp: true }))).toEqual({ kind: 'CODE', methods: ['TOTP'] })
    expect(secondFactorOf(facts('SELF', 'NONE', { hasTotp: true, phoneNumber: null }))).toEqual({
      kind: 'CODE',
      methods: ['TOTP'],
    })
  })
})

describe('a pasted link', () => {
  const token = 'abcdefghijklmnopqrstuvwxyz0123456789-_ABCDE'

  it.each([
    [`https://poljin.example/liity/${token}`, `/liity/${token}`],
    [`  https://poljin.example/sv/liity/${token}?utm=1 `, `/sv/liity/${token}`],
    [`/reset/${token}`, `/reset/${token}`],
  ])('%s leads to its own path', (text, path) => {
    expect(pathOfPastedLink(text)).toBe(path)
  })

  it.each([
    'henkilo@yritys.example',
    'https://muu.example/liity/',
    `https://muu.example/admin/${token}`,
    `javascript:alert(1)//liity/${token}`,
    '//muu.example/',
  ])('%s leads nowhere', (text) => {
    expect(pathOfPastedLink(text)).toBeNull()
  })
})
