import { describe, expect, it } from 'vitest'
import { flagOf, percentOf, readCsv } from './csv.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

describe('a CSV file', () => {
  it.each([
    ['semicolons and a mark', '\uFEFFname;rate\r\nÄhtäri;9,4\r\n\r\n"Ii; pohjoinen";10\r\n'],
    ['commas, other order and one column more', 'rate,extra,name\n9.4,x,Ähtäri\n\n10,,"Ii; pohjoinen"\n'],
  ])('is read by its head with %s', (_, text) => {
    const { lines, problems } = readCsv(bytes(text.replace('9.4', '"9,4"')), ['name', 'rate'])
    expect(problems).toEqual([])
    expect(lines.map(({ line, values }) => [line, values.name, values.rate])).toEqual([
      [2, 'Ähtäri', '9,4'],
      [4, 'Ii; pohjoinen', '10'],
    ])
  })

  it('is read in the letters of an old Excel', () => {
    const { lines } = readCsv(Uint8Array.from([...bytes('name\n'), 0xc4, 0x68, 0x74, 0xe4]), ['name'])
    expect(lines[0]?.values.name).toBe('Ähtä')
  })

  it('says which columns it lacks', () => {
    expect(readCsv(bytes('name\nA\n'), ['name', 'rate']).problems).toEqual([
      { line: 1, column: 'rate', code: 'COLUMN_MISSING', value: null },
    ])
  })

  it('loses of an open quotation mark its own line, and of one inside a cell nothing', () => {
    const read = readCsv(
      bytes('name;rate\nA;1\n"B;2\nPyörä "Nopea" Oy;3\n\n"C;4\n"D; E";5\n"Nopea" Oy;6\n"F\nG";7\n'),
      ['name', 'rate'],
    )
    expect(read.lines.map(({ line, values }) => [line, values.name, values.rate])).toEqual([
      [2, 'A', '1'],
      [4, 'Pyörä "Nopea" Oy', '3'],
      [7, 'D; E', '5'],
      [8, '"Nopea" Oy', '6'],
      [10, 'F\nG', '7'],
    ])
    expect(read.problems.map(({ line, code, value }) => [line, code, value])).toEqual([
      [3, 'QUOTE_NOT_CLOSED', '"B;2'],
      [6, 'QUOTE_NOT_CLOSED', '"C;4'],
    ])
    expect(readCsv(bytes(`name\n${'"A\n'.repeat(30)}`), ['name']).problems[0]).toMatchObject({
      code: 'FILE_UNREADABLE',
    })
  })

  it('names a cell whose formula has no value, and a column that its head has twice, and guesses nothing', () => {
    const read = readCsv(bytes('name;rate;note\nA;1;#REF!\nB;#N/A;\nC;#PUUTTUU;\nD;="007";\nE;=SUM(A1:A2);\n'), [
      'name',
      'rate',
    ])
    expect(read.lines.map(({ values }) => [values.name, values.rate])).toEqual([
      ['A', '1'],
      ['D', '007'],
    ])
    expect(read.problems.map(({ line, column, code, value }) => [line, column, code, value])).toEqual([
      [3, 'rate', 'NO_VALUE', '#N/A'],
      [4, 'rate', 'NO_VALUE', '#PUUTTUU'],
      [6, 'rate', 'NO_VALUE', '=SUM(A1:A2)'],
    ])
    expect(read.broken.map(({ line }) => line)).toEqual([3, 4, 6])
    expect(readCsv(bytes('name;rate;Rate\nA;1;2\n'), ['name', 'rate'])).toMatchObject({
      lines: [],
      problems: [{ line: 1, column: 'rate', code: 'COLUMN_TWICE' }],
    })
  })

  it('may have rows above its head, blanks in the names of columns, and signs at its end that nobody sees', () => {
    const read = readCsv(
      bytes('Kauppoja 2026\n\nStore name;Postal_Code\nA;00100\n\0\x1a\n'),
      ['storeName'],
      ['storeName', 'postalCode'],
    )
    expect(read.problems).toEqual([])
    expect(read.lines).toEqual([{ line: 4, values: { storeName: 'A', postalCode: '00100' } }])
  })
})

it.each([
  ['9,4', 940],
  ['25.5 %', 2550],
  ['10', 1000],
  ['9,456', null],
  ['', null],
])('%s is read as %s basis points', (text, expected) => expect(percentOf(text)).toBe(expected))

it('a flag is yes, no or neither', () => {
  expect([flagOf('Kyllä'), flagOf('0'), flagOf(''), flagOf('ehkä')]).toEqual([true, false, false, null])
})
