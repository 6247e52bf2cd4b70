import { isEmail, normaliseEmail } from '#platform/contract/validation.ts'
import type { LeftOutReason } from './rules.ts'

export interface ListedPerson {
  readonly line: number
  readonly firstName: string
  readonly lastName: string
  readonly email: string
}

export interface LeftOut {
  readonly line: number
  /** What stands in the line. */
  readonly text: string
  readonly reason: LeftOutReason
}

interface Row {
  readonly line: number
  readonly cells: readonly string[]
}

/** So many lines are read of one list. */
export const PEOPLE_MAX = 500
const NAME_MAX = 60

type Column = 'email' | 'first' | 'last' | 'name'
const heads: readonly (readonly [Column, RegExp])[] = [
  ['email', /mail|sähköposti|e-?post/i],
  ['first', /etunim|first ?name|förnamn/i],
  ['last', /sukunim|last ?name|surname|efternamn/i],
  ['name', /^(?:koko )?nimi$|^(?:full )?name$|^namn$/i],
]

/** The columns that a head names; undefined where the first row is a person already. */
function headOf(row: Row | undefined): ReadonlyMap<Column, number> | undefined {
  if (!row || row.cells.some((cell) => cell.includes('@'))) return undefined
  const named = row.cells.flatMap((cell, at) =>
    heads.filter(([, words]) => words.test(cell)).map(([column]) => [column, at] as const),
  )
  return named.some(([column]) => column === 'email') ? new Map(named) : undefined
}

/** A name in one piece: what stands before a comma is the last name, else the last word is. */
function split(name: string): readonly [first: string, last: string] {
  const [before = '', after] = name.split(',', 2).map((part) => part.trim())
  if (after !== undefined) return [after, before]
  const words = before.split(/\s+/)
  return [words.slice(0, -1).join(' '), words.at(-1) ?? '']
}

function namesOf({ cells }: Row, head: ReadonlyMap<Column, number> | undefined): readonly [string, string] {
  const at = (column: Column) => cells[head?.get(column) ?? -1] ?? ''
  if (head?.has('first') || head?.has('last')) return [at('first'), at('last')]
  if (head?.has('name')) return split(at('name'))
  const [one = '', two] = cells.filter((cell) => cell !== '' && !/[@\d]/.test(cell))
  return two === undefined ? split(one) : [one, two]
}

function emailOf({ cells }: Row, head: ReadonlyMap<Column, number> | undefined): string {
  const cell = head ? (cells[head.get('email')!] ?? '') : (cells.find((text) => text.includes('@')) ?? '')
  return normaliseEmail(cell)
}

function faultOf({ firstName, lastName, email }: Omit<ListedPerson, 'line'>): LeftOutReason | undefined {
  if (email === '') return 'NO_ADDRESS'
  if (!isEmail(email)) return 'WRONG_ADDRESS'
  if (firstName === '' || lastName === '') return 'NO_NAME'
  return firstName.length > NAME_MAX || lastName.length > NAME_MAX ? 'TOO_LONG' : undefined
}

/**
 * The people of a list as spreadsheets and mail programs give it: with a head that names the columns or without, a name
 * in one cell or in two, in either order where a comma tells.
 */
export function peopleOf(rows: readonly Row[]): { people: ListedPerson[]; left: LeftOut[] } {
  const head = headOf(rows[0])
  const people = new Map<string, ListedPerson>()
  const left: LeftOut[] = []
  for (const row of head ? rows.slice(1) : rows) {
    const [firstName, lastName] = namesOf(row, head)
    const person = { line: row.line, firstName, lastName, email: emailOf(row, head) }
    const reason = faultOf(person) ?? (people.has(person.email) ? 'TWICE_IN_LIST' : undefined)
    if (reason) left.push({ line: row.line, text: row.cells.filter(Boolean).join(' · ').slice(0, 200), reason })
    else people.set(person.email, person)
  }
  return { people: [...people.values()], left }
}
