import { isEmail, normaliseEmail, normalisePhone } from '#platform/contract/validation.ts'
import type { LeftOutReason } from './rules.ts'

export interface ListedPerson {
  readonly line: number
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly phoneNumber: string | null
  /** The list has no name: it was read from the address. */
  readonly isNamedByAddress: boolean
}

export interface LeftOut {
  readonly line: number
  /** What stands in the line, as it can be put right and read again. */
  readonly text: string
  readonly reason: LeftOutReason
}

interface Row {
  readonly line: number
  readonly cells: readonly string[]
}

const NAME_MAX = 60

type Column = 'email' | 'first' | 'last' | 'name' | 'phone'
type Head = ReadonlyMap<Column, number>
type Names = readonly [first: string, last: string]
const heads: readonly (readonly [Column, RegExp])[] = [
  ['email', /mail|sähköposti|e-?post/i],
  ['first', /etunim|first ?name|förnamn/i],
  ['last', /sukunim|last ?name|surname|efternamn/i],
  ['name', /^(?:koko )?nimi$|^(?:full )?name$|^namn$/i],
  ['phone', /puhelin|phone|telefon|mobil|^gsm$/i],
]

/** The columns that a head names; undefined where the first row is a person already. */
function headOf(row: Row | undefined): Head | undefined {
  if (!row || row.cells.some((cell) => cell.includes('@'))) return undefined
  const named = row.cells.flatMap((cell, at) =>
    heads.filter(([, words]) => words.test(cell)).map(([column]) => [column, at] as const),
  )
  return named.some(([column]) => column === 'email') ? new Map(named) : undefined
}

const cellOf = ({ cells }: Row, head: Head, column: Column) => cells[head.get(column) ?? -1] ?? ''

/** A name in one piece: what stands before a comma is the last name, else the last word is. */
function split(name: string): Names {
  const [before = '', after] = name.split(',', 2).map((part) => part.trim())
  if (after !== undefined) return [after, before]
  const words = before.split(/\s+/)
  return [words.slice(0, -1).join(' '), words.at(-1) ?? '']
}

/** A name as addresses spell it. */
const plain = (word: string) => word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The words of an address before its @ that can be a first and a last name. */
function wordsOf(email: string): readonly string[] {
  const words = (email.split('@')[0] ?? '').split(/[._]/)
  return words.length > 1 && words.every((word) => /^\p{L}[\p{L}-]+$/u.test(word)) ? words : []
}

/** A name whose order nothing tells: `first.last@` in the address turns it round where the last name stands first. */
function ordered(names: Names, email: string): Names {
  const words = names.flatMap((name) => name.split(/\s+/)).filter(Boolean)
  const address = wordsOf(email).map(plain)
  const isTurned =
    words.length > 1 && plain(words[0]!) === address.at(-1) && plain(words[1]!) === address[0] && words[0] !== words[1]
  return isTurned ? [words.slice(1).join(' '), words[0]!] : names
}

const capital = (word: string) => word.replace(/(^|-)(\p{L})/gu, (_, before, letter) => before + letter.toUpperCase())

function byAddress(email: string): Names {
  const words = wordsOf(email).map(capital)
  return [words.slice(0, -1).join(' '), words.at(-1) ?? '']
}

function namesIn(row: Row, head: Head | undefined, email: string): Names {
  if (head?.has('first') || head?.has('last')) return [cellOf(row, head, 'first'), cellOf(row, head, 'last')]
  const [one = '', two] = head
    ? [cellOf(row, head, 'name')]
    : row.cells.filter((cell) => cell !== '' && !/[@\d]/.test(cell))
  if (two !== undefined) return ordered([one, two], email)
  return one.includes(',') ? split(one) : ordered(split(one), email)
}

function emailIn(row: Row, head: Head | undefined): string {
  return normaliseEmail(head ? cellOf(row, head, 'email') : (row.cells.find((cell) => cell.includes('@')) ?? ''))
}

function storedPhone(typed: string): string | undefined {
  try {
    return normalisePhone(typed)
  } catch {
    return undefined
  }
}

/**
 * A phone number as it is stored; null for none, undefined for what is none. Without a head a number is a phone's only
 * when it begins as one: others are the payroll's.
 */
function phoneIn(row: Row, head: Head | undefined): string | null | undefined {
  if (!head)
    return (
      row.cells
        .filter((cell) => /^(?:\+|\(?0)[\d\s().-]+$/.test(cell))
        .map(storedPhone)
        .find(Boolean) ?? null
    )
  const typed = cellOf(row, head, 'phone')
  return typed === '' ? null : storedPhone(typed)
}

function personIn(row: Row, head: Head | undefined) {
  const email = emailIn(row, head)
  const written = namesIn(row, head, email)
  const isNamedByAddress = written.every((name) => name === '') && wordsOf(email).length > 0
  const [firstName, lastName] = isNamedByAddress ? byAddress(email) : written
  return { line: row.line, firstName, lastName, email, phoneNumber: phoneIn(row, head), isNamedByAddress }
}

type Read = ReturnType<typeof personIn>

function faultOf({ firstName, lastName, email, phoneNumber }: Read): LeftOutReason | undefined {
  if (email === '') return 'NO_ADDRESS'
  if (!isEmail(email)) return 'WRONG_ADDRESS'
  if (firstName === '' || lastName === '') return 'NO_NAME'
  if (phoneNumber === undefined) return 'WRONG_PHONE'
  return firstName.length > NAME_MAX || lastName.length > NAME_MAX ? 'TOO_LONG' : undefined
}

/** A person as a line that reads the same without a head. */
export const lineOf = ({
  firstName,
  lastName,
  email,
  phoneNumber,
}: Pick<ListedPerson, 'firstName' | 'lastName' | 'email' | 'phoneNumber'>) =>
  [[lastName, firstName].filter(Boolean).join(', '), email, phoneNumber ?? ''].filter(Boolean).join('; ')

/** What was left out as it stands; under a head in the order in which a line without one is read. */
function textOf(row: Row, head: Head | undefined, read: Read): string {
  const text = head
    ? lineOf({ ...read, phoneNumber: cellOf(row, head, 'phone') || null })
    : row.cells.filter(Boolean).join('; ')
  return text.slice(0, 200)
}

/**
 * The people of a list as spreadsheets and mail programs give it: with a head that names the columns or without, a name
 * in one cell or in two, in either order where a comma or the address tells, or none where the address holds it.
 */
export function peopleOf(rows: readonly Row[]): { people: ListedPerson[]; left: LeftOut[] } {
  const head = headOf(rows[0])
  const people = new Map<string, ListedPerson>()
  const left: LeftOut[] = []
  for (const row of head ? rows.slice(1) : rows) {
    const read = personIn(row, head)
    const reason = faultOf(read) ?? (people.has(read.email) ? 'TWICE_IN_LIST' : undefined)
    if (reason) left.push({ line: row.line, text: textOf(row, head, read), reason })
    else people.set(read.email, { ...read, phoneNumber: read.phoneNumber ?? null })
  }
  return { people: [...people.values()], left }
}
