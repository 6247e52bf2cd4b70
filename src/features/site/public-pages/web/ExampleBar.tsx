import { EXAMPLE_PRICE_CENTS, exampleSchedule } from '../rules.ts'

/** The bar of a price: bicycle, service and, when it is leased, financing; widths are the sums themselves. */
export function ExampleBar({ financed }: { financed: boolean }) {
  const { serviceCents, financingCents, totalToOwnCents } = exampleSchedule()
  const width = ((EXAMPLE_PRICE_CENTS + serviceCents) / totalToOwnCents) * 100
  return (
    <div className="stack" aria-hidden="true" style={financed ? undefined : { width: `${width.toFixed(2)}%` }}>
      <span className="c1" style={{ flex: EXAMPLE_PRICE_CENTS }} />
      <span className="c4" style={{ flex: serviceCents }} />
      {financed ? <span className="c3" style={{ flex: financingCents }} /> : null}
    </div>
  )
}
