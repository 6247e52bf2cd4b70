import { expect, it } from 'vitest'
import { sourceFiles } from '#testing/sources/source-imports.ts'

/** Who reads what is written in Finnish whoever they are: they have no language in the service. */
const readers: Readonly<Record<string, string>> = {
  'features/ground/contact-forms/server/handlers.ts': 'the operator',
  'features/lease-ends/company-exits/server/mark.ts': 'lessors',
  'features/lease-ends/insurance-claims/server/ending.ts': 'the lessor',
  'features/lease-ends/insurance-claims/server/new-bike.ts': 'the lessor',
  'features/lease-ends/order-cancellations/server/settlement.ts': 'the operator’s own paper',
  'features/lease-ends/redemptions/server/effects.ts': 'the lessor',
  'features/money/invoices/ledger/server/lessor-invoice.ts': 'the lessor',
  'features/orders/orders/server/delivery/certificate.ts': 'the lessor',
  'features/orders/orders/server/delivery/correct-delivery.ts': 'the lessor',
  'features/pricing/leasing/server/lessor-link.ts': 'the lessor',
  'features/pricing/leasing/server/lessors.ts': 'the lessor',
}

const fixed = /(?<![\w])language: '(?:fi|sv|en)',/

it('only those are written to in a fixed language who have none in the service: a store and a person have one', () => {
  const files = sourceFiles().filter(({ file }) => file.startsWith('features/') && file.endsWith('.ts'))
  const found = files.filter(({ file, text }) => !file.endsWith('.test.ts') && fixed.test(text)).map(({ file }) => file)
  expect(found.toSorted()).toEqual(Object.keys(readers).toSorted())
})
