import { expect, it } from 'vitest'
import { soughtVoucher } from './voucher-search.ts'

it('reads numbers of vouchers, sums and names', () => {
  expect(soughtVoucher('ml 2026/12')).toMatchObject({ series: 'ML', year: 2026, number: 12, cents: null })
  expect(soughtVoucher('12')).toMatchObject({ series: null, year: null, number: 12, cents: 1_200 })
  expect(soughtVoucher(' 1 234,50 € ')).toMatchObject({ number: null, cents: 123_450 })
  expect(soughtVoucher('1234.50')).toMatchObject({ cents: 123_450 })
  expect(soughtVoucher('Esimerkki')).toMatchObject({ number: null, cents: null, text: 'esimerkki' })
})
