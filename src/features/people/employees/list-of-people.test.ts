import { describe, expect, it } from 'vitest'
import { peopleOf } from './list-of-people.ts'
import { mailRows } from './mail-lines.ts'

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

  it('turns a name round where the address says so, and a comma or a head before that', () => {
    expect(namesIn(['Mallinen', 'Päivi', 'paivi.mallinen@x.example'], ['Malli Bo Emil', 'bo.malli@x.example'])).toEqual(
      ['Päivi|Mallinen|paivi.mallinen@x.example', 'Bo Emil|Malli|bo.malli@x.example'],
    )
    expect(namesIn(['Etunimi', 'Sukunimi', 'Sähköposti'], ['Malli', 'Bo', 'bo.malli@x.example'])).toEqual([
      'Malli|Bo|bo.malli@x.example',
    ])
  })

  it('reads a lone address whose words are a name, and says so; another has no name', () => {
    const { people, left } = peopleOf(rows(['anna-liisa.malli@x.example'], ['am12@x.example']))
    expect(people).toMatchObject([{ firstName: 'Anna-Liisa', lastName: 'Malli', isNamedByAddress: true }])
    expect(left).toEqual([{ line: 2, text: 'am12@x.example', reason: 'NO_NAME' }])
  })

  it('keeps a phone number, leaves a number of the payroll alone, and says which phone number is wrong', () => {
    const { people, left } = peopleOf(
      rows(['Aino Malli', 'a@x.example', '040 123 4567'], ['Bo Malli', 'b@x.example', '10482']),
    )
    expect(people.map(({ phoneNumber }) => phoneNumber)).toEqual(['0401234567', null])
    expect(left).toEqual([])
    const headed = peopleOf(rows(['Nimi', 'Puhelin', 'Sähköposti'], ['Bo Malli', '12', 'b@x.example']))
    expect(headed.left).toEqual([{ line: 2, text: 'Malli, Bo; b@x.example; 12', reason: 'WRONG_PHONE' }])
  })
})

describe('recipients of a mail program', () => {
  const read = (text: string) =>
    peopleOf(mailRows(text) ?? []).people.map(({ firstName, lastName, email, phoneNumber }) =>
      [firstName, lastName, email, phoneNumber].filter(Boolean).join('|'),
    )

  it('are read on one line or on several, with what stands behind, beside lines that are no recipients', () => {
    expect(read('Aino Malli <aino@x.example>; "Malli, Bo" <bo@x.example>, <carl.malli@x.example>')).toEqual([
      'Aino|Malli|aino@x.example',
      'Bo|Malli|bo@x.example',
      'Carl|Malli|carl.malli@x.example',
    ])
    expect(
      read('Aino Malli <aino@x.example>; 040 123 4567\r\n\r\nMalli, Bo <bo@x.example>\nDora Malli; d@x.example'),
    ).toEqual(['Aino|Malli|aino@x.example|0401234567', 'Bo|Malli|bo@x.example', 'Dora|Malli|d@x.example'])
  })

  it('are none in a table', () => expect(mailRows('Aino;Malli;a@x.example')).toBeUndefined())
})
