import { commonPasswordParts } from './common-passwords.ts'

/** NIST SP 800-63B and OWASP ASVS 6.2.1 ask for length, not for kinds of characters. */
const PASSWORD_LENGTH_MIN = 12
const PASSWORD_LENGTH_MAX = 256

export type PasswordWeakness = 'TOO_SHORT' | 'TOO_LONG' | 'TOO_SIMPLE' | 'COMMON' | 'PERSONAL'

/** What a password must not lean on. */
export interface PasswordOwner {
  readonly email: string
  readonly firstName?: string
  readonly lastName?: string
}

/** The one form in which a password is hashed and judged, so that every keyboard writes the same one. */
export const normalisePassword = (password: string) => password.normalize('NFKC')

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[@4]/g, 'a')
    .replace(/[03]/g, (c) => (c === '0' ? 'o' : 'e'))
    .replace(/[1!]/g, 'i')
    .replace(/[$5]/g, 's')

const walks = [
  'abcdefghijklmnopqrstuvwxyzåäö',
  '01234567890123456789',
  'qwertyuiopåasdfghjklöäzxcvbnm',
  'azertyuiop',
  '1qaz2wsx3edc4rfv5tgb',
]

/** Whether most of a text is a run along the alphabet, the digits or a keyboard row, in either direction. */
function isWalk(text: string): boolean {
  const lower = text.toLowerCase()
  const pairs = lower.length - 1
  let along = 0
  for (let i = 0; i < pairs; i += 1) {
    const pair = lower.slice(i, i + 2)
    const back = `${pair[1]}${pair[0]}`
    if (pair[0] === pair[1] || walks.some((walk) => walk.includes(pair) || walk.includes(back))) along += 1
  }
  return along >= pairs * 0.75
}

/** What is left of a password without its owner's own words: short words say too little to count. */
function withoutWords(text: string, words: readonly string[]): string {
  return words.filter((word) => word.length >= 4).reduce((rest, word) => rest.replaceAll(word, ''), text)
}

function wordsOf(owner: PasswordOwner): string[] {
  const [local = '', domain = ''] = owner.email.split('@')
  return [
    owner.email,
    local,
    ...local.split(/[._+-]/),
    ...domain.split('.'),
    owner.firstName ?? '',
    owner.lastName ?? '',
  ]
    .map(plain)
    .filter(Boolean)
}

/**
 * What makes a password too easy to guess, or null. A word that everybody uses, or the owner's own name, may stand in
 * a password as long as eight other characters stand beside it.
 */
export function passwordWeakness(password: string, owner: PasswordOwner): PasswordWeakness | null {
  const text = normalisePassword(password)
  const characters = [...text]
  if (characters.length < PASSWORD_LENGTH_MIN) return 'TOO_SHORT'
  if (characters.length > PASSWORD_LENGTH_MAX) return 'TOO_LONG'
  if (new Set(characters).size < 5 || isWalk(text)) return 'TOO_SIMPLE'
  const letters = plain(text)
  if (withoutWords(letters, wordsOf(owner)).length < 8) return 'PERSONAL'
  if (withoutWords(letters, commonPasswordParts).length < 8) return 'COMMON'
  return null
}
