import { expect, it } from 'vitest'
import { type FiledVoucher, problemOf, voucherFiles, voucherPrograms } from './voucher-files.ts'

const voucher: FiledVoucher = {
  series: 'ML',
  year: 2026,
  number: 12,
  day: '2026-10-10',
  ownDay: null,
  document: '1000012',
  party: 'Esimerkkityö Oy',
  rows: [
    { code: '1701', cents: 12_550 },
    { code: '3020', cents: -12_550 },
  ],
}
const problems = (program: (typeof voucherPrograms)[number], changed: Partial<FiledVoucher>) =>
  voucherFiles[program]
    .linesOf({ ...voucher, ...changed })
    .flatMap((cells, line) => cells.flatMap((cell) => (problemOf(cell) ? [[line, cell.field, problemOf(cell)]] : [])))

it.each(voucherPrograms)('%s takes a plain voucher, and no account without digits', (program) => {
  const field = { NETVISOR: 'Tilinumero', PROCOUNTOR: 'Kirjanpitotili', FENNOA: 'account' }[program]
  const at = program === 'PROCOUNTOR' ? 1 : 0
  expect(problems(program, {})).toEqual([])
  for (const code of [undefined, '', '30A', '3020.1'])
    expect(problems(program, { rows: [{ code, cents: 1 }] })).toEqual([[at, field, 'FILE_NO_NUMBER']])
  expect(problems(program, { rows: [{ code: '1234567890', cents: 1 }] })).toEqual([[at, field, 'FILE_TOO_LONG']])
})

it('a text may be as long as the program takes and no longer', () => {
  const long = (length: number) => ({ party: 'x'.repeat(length), document: null })
  const fits = 255 - 'ML 2026/12, '.length
  expect(problems('NETVISOR', long(fits))).toEqual([])
  expect(problems('NETVISOR', long(fits + 1)).map(([, field]) => field)).toEqual(['Selite 1', 'Selite 1'])
  expect(problems('PROCOUNTOR', long(80))).toEqual([])
  expect(problems('PROCOUNTOR', long(81))[0]).toEqual([1, 'Tuotteen kuvaus', 'FILE_TOO_LONG'])
  expect(problems('FENNOA', long(256))[0]).toEqual([0, 'row_description', 'FILE_TOO_LONG'])
})

it('gives Netvisor one number for each voucher of a year, and none where the next series begins', () => {
  const numberOf = (changed: Partial<FiledVoucher>) =>
    voucherFiles.NETVISOR.linesOf({ ...voucher, ...changed })[0]![1]!.value
  const numbers = (['ML', 'OL', 'TI', 'MU'] as const).flatMap((series) =>
    [1, 999_999].map((number) => numberOf({ series, number })),
  )
  expect(new Set(numbers).size).toBe(8)
  expect(numberOf({ series: 'TI', number: 7 })).toBe('3000007')
  expect(problems('NETVISOR', { number: 1_000_000 })[0]).toEqual([0, 'Tositenumero', 'FILE_NO_NUMBER'])
})
