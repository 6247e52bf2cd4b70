import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { orders } from '#features/orders/orders/contract.ts'
import type { PriceCardType } from '#features/orders/orders/shapes.ts'
import { type Cents, eurosFromCents, parseEuroInput, sumCents } from '#platform/values/money.ts'
import { type ApiError, call } from '#platform/web/api/api.ts'
import { queries } from '#platform/web/api/queries.ts'
import { useForm } from '#platform/web/form/form-context.ts'
import { useAccessoryInputs } from './AccessoryRows.tsx'

const DEBOUNCE_MS = 400

interface Asked {
  readonly bikePrice: string
  readonly accessoryPrices: readonly string[]
  readonly useCampaign: boolean
}

interface Quote {
  readonly card: PriceCardType | undefined
  readonly refusal: ApiError | null
}

/** The amounts of what has been typed; null as long as the bike's price cannot be read. */
function amountsOf({ bikePrice, accessoryPrices }: Asked): { totalCents: Cents; accessoriesCents: Cents } | null {
  const bikeCents = parseEuroInput(bikePrice)
  if (bikeCents === null || bikeCents < 100) return null
  const accessoriesCents = sumCents(accessoryPrices.map((price) => parseEuroInput(price) ?? 0))
  return { totalCents: bikeCents + accessoriesCents, accessoriesCents }
}

/** The price card of what is being typed, asked when the typing rests; the last one stays while the next is fetched. */
function useQuote(orderId: string, asked: Asked): Quote {
  const amounts = amountsOf(asked)
  const [wanted] = useDebouncedValue(
    JSON.stringify(amounts ? { ...amounts, useCampaign: asked.useCampaign } : null),
    DEBOUNCE_MS,
  )
  const body = JSON.parse(wanted) as { totalCents: Cents; accessoriesCents: Cents; useCampaign: boolean } | null
  const quote = useQuery<PriceCardType, ApiError>(
    {
      queryKey: [orders.quote.method, orders.quote.path, orderId, wanted],
      queryFn: ({ signal }) => {
        const { totalCents, accessoriesCents, useCampaign } = body!
        return call(orders.quote, {
          params: { orderId },
          body: {
            totalAmount: eurosFromCents(totalCents),
            accessoriesPrice: eurosFromCents(accessoriesCents),
            ...(useCampaign ? {} : { useCampaign }),
          },
          signal,
        })
      },
      enabled: body !== null,
      placeholderData: keepPreviousData,
      staleTime: 60_000,
    },
    queries,
  )
  if (!amounts) return { card: undefined, refusal: null }
  return { card: quote.error ? undefined : quote.data, refusal: quote.error }
}

/** The price card of the package that is being typed in the form around. */
export function useTypedQuote(orderId: string, useCampaign: boolean): Quote {
  const bikePrice = String(useForm().inputOf('package.bikePrice', 'money'))
  return useQuote(orderId, { bikePrice, accessoryPrices: useAccessoryInputs('price'), useCampaign })
}
