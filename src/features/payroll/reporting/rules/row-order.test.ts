import { expect, it } from 'vitest'
import type { ReportRow } from './payroll-facts.ts'
import { inOrder } from './row-order.ts'

const row = (lastName: string, firstName: string, agreementNumber: string, cents = 0) =>
  ({ person: { lastName, firstName }, agreementNumber, instalmentCents: cents, valueCents: -cents }) as ReportRow

it('orders the rows of a month by name as Finnish does, and by sums, and leaves those of one person as they stood', () => {
  const rows = [
    row('Öhman', 'Eva', '1', 300),
    row('Aho', 'Ville', '2', 200),
    row('Åberg', 'Bo', '3', 400),
    row('Aho', 'Ville', '0', 200),
  ]
  const numbers = (sort: 'employee' | '-employee' | 'instalment' | '-taxValue') =>
    inOrder(rows, sort).map((one) => one.agreementNumber)
  expect(numbers('employee')).toEqual(['2', '0', '3', '1'])
  expect(numbers('-employee')).toEqual(['1', '3', '2', '0'])
  expect(numbers('instalment')).toEqual(['2', '0', '1', '3'])
  expect(numbers('-taxValue')).toEqual(['2', '0', '1', '3'])
})
