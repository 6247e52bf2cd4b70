import type { OrderViewType } from '#features/orders/orders/shapes.ts'

/** A bicycle of 2,790 € with accessories of 210 € over 40 months, as its buyer pays it. */
export const priceCard: NonNullable<OrderViewType['priceCard']> = {
  day: '2026-05-04',
  bikePrice: 2790,
  accessoriesPrice: 210,
  totalAmount: 3000,
  excess: 0,
  financedAmount: 3000,
  leaseTimeMonths: 40,
  instalment: 100,
  lastInstalment: 98.53,
  instalmentsTotal: 3998.53,
  insurance: 400,
  service: 480,
  hasService: true,
  financing: 268.53,
  residual: 150,
  totalToOwn: 4148.53,
  adminFee: 15,
  monthlyTaxValue: 100,
  buyOut: Array.from({ length: 40 }, (_, month) => 3000 - 70 * month),
  vatPercent: 25.5,
  benefitModel: 'FROM_SALARY',
  taxRegime: 'TAXABLE',
  campaignApplied: false,
}
