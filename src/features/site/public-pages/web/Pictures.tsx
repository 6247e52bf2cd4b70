import type { Block } from '../copy.ts'
import { EXAMPLE_PRICE_CENTS, exampleSchedule } from '../rules.ts'
import { ExampleBar } from './ExampleBar.tsx'
import { euros, type Site, set } from './site.ts'

type Of<Key extends string> = Extract<Block, Record<Key, unknown>>

/** The example's price beside what the same costs when one buys it oneself. */
export function PricePicture({ site, price }: { site: Site } & Of<'price'>) {
  const { values } = site
  const parts = [
    ['c1', price.bike, values.examplePrice],
    ['c4', price.service, values.exampleService],
    ['c3', price.financing, values.exampleFinancing],
  ] as const
  return (
    <div className="cmp pic">
      <div>
        <p>
          <b>__BRAND_NAME__</b>
          <b className="n">{values.exampleTotal}</b>
        </p>
        <ExampleBar financed />
      </div>
      <div>
        <p>
          <b>{set(price.self, values)}</b>
          <b className="n">{values.exampleSelf}</b>
        </p>
        <ExampleBar financed={false} />
      </div>
      <dl className="key3">
        {parts.map(([colour, name, sum]) => (
          <div key={colour}>
            <dt>
              <span className={`sw ${colour}`} />
              {set(name, values)}
            </dt>
            <dd className="n">{sum}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

const YEAR_MONTHS = 12

/** The example's buy-out price at the beginning, after each year and at the end of the lease. */
export function BuyOutPicture({ site, buyOut }: { site: Site } & Of<'buyOut'>) {
  const { months, buyOut: prices, residualCents } = exampleSchedule()
  const years = Array.from({ length: Math.ceil(months / YEAR_MONTHS) - 1 }, (_, year) => (year + 1) * YEAR_MONTHS)
  const steps = [
    { label: buyOut.start, cents: EXAMPLE_PRICE_CENTS },
    ...years.map((month) => ({
      label: buyOut.after.replace('{count}', String(month)),
      cents: prices[month - 1] ?? 0,
    })),
    { label: buyOut.end, cents: residualCents },
  ]
  return (
    <dl className="ladder">
      {steps.map(({ label, cents }) => (
        <div key={label}>
          <dt>{set(label, site.values)}</dt>
          <dd>
            <span aria-hidden="true" style={{ width: `${((cents / EXAMPLE_PRICE_CENTS) * 100).toFixed(2)}%` }} />
            <b className="n">{euros(cents, site.language)}</b>
          </dd>
        </div>
      ))}
    </dl>
  )
}
