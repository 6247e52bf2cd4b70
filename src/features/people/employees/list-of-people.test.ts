import { describe, expect, it } from 'vitest'
import { peopleOf } from './list-of-people.ts'

const rows = (...cells: string[][]) => cells.map((one, at) => ({ line: at + 1, cells: one }))
const namesIn = (...cells: string[][]) =>
  peopleOf(rows(...cells)).people.map(({ firstName, lastName, email }) => `${firstName}|${lastName}|${email}`)

describe('a list of people', () => {
  it('is read without a head: a name in two cells or in one, the address wherever it stands', () => {
    expect(
      namesIn(
        ['Aino', 'Malli', 'Aino.Malli@x.example'],
        ['b@x.example', 'Bo Malli'],
        ['Malli, Carl Johan', 'c@x.example', '040 123'],
      ),
    ).toEqual(['Aino|Malli|aino.malli@x.example', 'Bo|Malli|b@x.example', 'Carl Johan|Malli|c@x.example'])
  })

  it('is read by its head in three languages, whatever the order of the columns', () => {
    expect(namesIn(['Sukunimi', 'Sähköposti', 'Etunimi'], ['Malli', 'a@x.example', 'Aino'])).toEqual([
      'Aino|Malli|a@x.example',
    ])
    expect(namesIn(['Name', 'E-mail'], ['Bo Malli', 'b@x.example'])).toEqual(['Bo|Malli|b@x.example'])
    expect(namesIn(['Förnamn', 'Efternamn', 'E-post'], ['Bo', 'Malli', 'b@x.example'])).toEqual([
      'Bo|Malli|b@x.example',
    ])
  })

  it('leaves out with the reason who has no address, a wrong one, no whole name or stands there twice', () => {
    const { people, left } = peopleOf(
      rows(
        ['Aino Malli', 'a@x.example'],
        ['Bo Malli'],
        ['Carl Malli', 'c@@x'],
        ['Dora', 'd@x.example'],
        ['Aino Toinen', 'A@X.example'],
        ['E', 'x'.repeat(61), 'e@x.example'],
      ),
    )
    expect(people.map(({ line }) => line)).toEqual([1])
    expect(left.map(({ line, reason }) => [line, reason])).toEqual([
      [2, 'NO_ADDRESS'],
      [3, 'WRONG_ADDRESS'],
      [4, 'NO_NAME'],
      [5, 'TWICE_IN_LIST'],
      [6, 'TOO_LONG'],
    ])
  })
})
