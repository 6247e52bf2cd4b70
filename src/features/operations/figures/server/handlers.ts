import { exposureOf } from '#features/operations/places/server/outside.ts'
import { orderStatuses } from '#features/orders/orders/rules.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { failField } from '#platform/contract/errors.ts'
import { rowsFile } from '#platform/server/documents/list-file.ts'
import type { SheetColumn } from '#platform/server/documents/sheet.ts'
import type { Handlers, SignedInContext } from '#platform/server/http/context.ts'
import { type Day, helsinkiDay } from '#platform/values/days.ts'
import { centsFromEuros, eurosFromCents } from '#platform/values/money.ts'
import type { figures } from '../contract.ts'
import { funnelSteps, isTooLong, PERIOD_MAX_DAYS, usualPeriod, weeksOf } from '../rules.ts'
import { daysPerStep, deliveriesByStore, funnelOf, namesOfLessors, ordersByWeek, type Period } from './queries.ts'

type Figures = ReplyOf<typeof figures.get>

/** The period that was asked for. @throws VALIDATION for one that ends before it begins or is too long */
function periodOf(asked: { from?: Day; to?: Day }, today: Day): Period {
  const to = asked.to ?? today
  const from = asked.from ?? usualPeriod(to).from
  if (to < from) failField('to', 'BEFORE_START', 'is before the first day')
  if (isTooLong(from, to)) failField('from', 'TOO_LARGE', 'begins a period that is too long', PERIOD_MAX_DAYS)
  return { from, to }
}

async function exposures({ db }: SignedInContext, today: Day): Promise<Figures['exposure']> {
  const names = new Map((await namesOfLessors(db)).map(({ id, name }) => [id, name]))
  const rows = await exposureOf(db, today, null)
  return rows
    .map(({ leasingCompanyId, leases, instalments, residuals }) => ({
      leasingCompanyId,
      leasingCompanyName: names.get(leasingCompanyId) ?? '–',
      leases,
      instalments: eurosFromCents(instalments),
      residuals: eurosFromCents(residuals),
      total: eurosFromCents(instalments + residuals),
    }))
    .toSorted((one, other) => other.total - one.total)
}

async function read(context: SignedInContext, asked: { from?: Day; to?: Day }): Promise<Figures> {
  const { db, env } = context
  const today = helsinkiDay(env.now())
  const period = periodOf(asked, today)
  const found = new Map((await ordersByWeek(db, period)).map((row) => [row.week, row]))
  const steps = await daysPerStep(db, period)
  const people = await funnelOf(db, period)
  return {
    ...period,
    weeks: weeksOf(period.from, period.to).map((week) => found.get(week) ?? { week, started: 0, confirmed: 0 }),
    steps: orderStatuses.flatMap((status) => steps.find((row) => row.status === status) ?? []),
    stores: await deliveriesByStore(db, period),
    exposure: await exposures(context, today),
    funnel: funnelSteps.map((step) => ({
      step,
      people: people[step],
      // An opening is not a person, so it is no share of those who applied.
      percent: people.APPLIED === 0 || step === 'OPENED' ? null : Math.round((100 * people[step]) / people.APPLIED),
    })),
  }
}

interface FileRow {
  readonly chart: 'weeks' | 'steps' | 'stores' | 'exposure' | 'funnel'
  readonly what: string
  readonly count: number
  readonly confirmed?: number
  readonly median?: number
  readonly ninetieth?: number
  readonly instalments?: number
  readonly residuals?: number
}

/** Every figure as a row of its chart. */
function rowsOf(shown: Figures, t: (key: string) => string): FileRow[] {
  return [
    ...shown.weeks.map(({ week, started, confirmed }) => ({
      chart: 'weeks' as const,
      what: week,
      count: started,
      confirmed,
    })),
    ...shown.steps.map(({ status, orders, ...days }) => ({
      chart: 'steps' as const,
      what: t(`desk:status.${status}`),
      count: orders,
      ...days,
    })),
    ...shown.stores.map(({ storeName, deliveries, median, ninetieth }) => ({
      chart: 'stores' as const,
      what: storeName,
      count: deliveries,
      median,
      ninetieth,
    })),
    ...shown.exposure.map(({ leasingCompanyName, leases, instalments, residuals }) => ({
      chart: 'exposure' as const,
      what: leasingCompanyName,
      count: leases,
      instalments: centsFromEuros(instalments),
      residuals: centsFromEuros(residuals),
    })),
    ...shown.funnel.map(({ step, people }) => ({
      chart: 'funnel' as const,
      what: t(`figures:funnel.${step}`),
      count: people,
    })),
  ]
}

function columnsOf(t: (key: string) => string): SheetColumn<FileRow>[] {
  const count = (key: 'count' | 'confirmed' | 'median' | 'ninetieth'): SheetColumn<FileRow> => ({
    key,
    header: t(`figures:columns.${key}`),
    kind: 'integer',
    value: (row) => row[key] ?? null,
  })
  const money = (key: 'instalments' | 'residuals'): SheetColumn<FileRow> => ({
    key,
    header: t(`figures:columns.${key}`),
    kind: 'money',
    value: (row) => row[key] ?? null,
  })
  return [
    {
      key: 'chart',
      header: t('figures:columns.chart'),
      kind: 'text',
      value: (row) => t(`figures:charts.${row.chart}`),
    },
    { key: 'what', header: t('figures:columns.what'), kind: 'text', value: (row) => row.what },
    count('count'),
    count('confirmed'),
    count('median'),
    count('ninetieth'),
    money('instalments'),
    money('residuals'),
  ]
}

export const figuresHandlers: Handlers<typeof figures> = {
  async get({ query }, context) {
    return read(context, query)
  },
  async file({ query: { format, ...asked } }, context) {
    const { texts, language } = context
    const t = (key: string) => texts.t(language, key)
    const shown = await read(context, asked)
    return rowsFile({ format, name: t('figures:fileName'), columns: columnsOf(t), rows: rowsOf(shown, t) })
  },
}
