import { describe, expect, test } from 'vitest'
import { stringifySearch } from '#platform/contract/pages.ts'
import { readEnvelope } from '#platform/web/api/envelope.ts'
import { gridStep, placeChart } from '#platform/web/figures/line-chart.ts'
import { parseSearch } from '#platform/web/router/location.ts'
import { isDismissed } from '#platform/web/shell/dismissal.ts'
import { createToasts } from '#platform/web/shell/toasts.ts'
import { nextSort, sortOf, tableQuery } from './use-table.ts'

describe('the list envelopes', () => {
  test.each([
    [{ items: [1], page: 1, limit: 20, total: 41 }, 41],
    [{ items: [1], totalCount: 7 }, 7],
    [{ employees: [1], currentPage: 1, totalPages: 3, totalCount: 25 }, 25],
    [{ notifications: [1], pagination: { total: 9 } }, 9],
    [{ billingTables: [1] }, 1],
    [{ recipients: [1] }, 1],
    [{ data: [1] }, 1],
    [[1], 1],
  ])('%j has its rows and count', (reply, total) => {
    expect(readEnvelope(reply)).toEqual({ rows: [1], total, isEstimate: false })
  })

  test('say when the count stopped', () => {
    expect(readEnvelope({ items: [], total: 10_000, totalIsEstimate: true }).isEstimate).toBe(true)
    expect(readEnvelope({ items: [], total: 500, truncated: true }).isEstimate).toBe(true)
  })

  test.each([null, 'text', {}, { items: 'none' }])('%j is an invalid response', (reply) => {
    expect(() => readEnvelope(reply)).toThrow('Invalid response format')
  })
})

describe('the query of a table', () => {
  const parts = {
    search: { name: 'searchTerm', hint: '' },
    filters: [{ name: 'status', label: '' }],
    paging: { page: 'page', limit: 'pageSize', size: 10 },
    query: { companyId: 'c1' },
  }

  test('comes from the address', () => {
    const query = tableQuery(parts, { q: ' aino ', status: 'PAID', page: '3', sort: '-name' })
    expect(query).toEqual({ companyId: 'c1', searchTerm: 'aino', status: 'PAID', page: 3, pageSize: 10, sort: '-name' })
  })

  test.each(['0', '-2', 'x', ''])('begins at the first page for page=%j', (page) => {
    expect(tableQuery(parts, { page }).page).toBe(1)
  })

  test('keeps two tables of a page apart', () => {
    expect(tableQuery({ ...parts, prefix: 'b.' }, { page: '3', 'b.page': '2' }).page).toBe(2)
  })
})

test('pressing a column sorts up, then down, then as at first', () => {
  expect(nextSort(undefined, 'name')).toBe('name')
  expect(nextSort(sortOf('name'), 'name')).toBe('-name')
  expect(nextSort(sortOf('-name'), 'name')).toBeNull()
})

test('the address keeps plain texts', () => {
  expect(parseSearch(stringifySearch({ page: '2', q: 'ä & 1', empty: '' }))).toEqual({ page: '2', q: 'ä & 1' })
})

test('the same toast within two seconds is shown once', () => {
  let now = 0
  const toasts = createToasts(
    () => now,
    () => {},
  )
  const failure = { kind: 'danger', title: 'Jokin meni vikaan' } as const
  expect(toasts.show(failure)).toBe(true)
  now = 1999
  expect(toasts.show(failure)).toBe(false)
  expect(toasts.show({ ...failure, title: 'Toinen' })).toBe(true)
  now = 2000
  expect(toasts.show(failure)).toBe(true)
  expect(toasts.current()).toHaveLength(3)
})

test('the announcement stays closed for 24 hours', () => {
  const closedAt = 1_000_000
  expect(isDismissed(null, closedAt)).toBe(false)
  expect(isDismissed(String(closedAt), closedAt + 86_399_999)).toBe(true)
  expect(isDismissed(String(closedAt), closedAt + 86_400_000)).toBe(false)
})

test('a chart begins at zero and ends at a round grid line', () => {
  expect(gridStep(3000, 4)).toBe(1000)
  expect(gridStep(85, 4)).toBe(50)
  const frame = { width: 100, height: 100, left: 0, right: 0, top: 0, bottom: 0 }
  const { x, y, grid } = placeChart(
    [
      { label: 'a', value: 3000 },
      { label: 'b', value: 150 },
    ],
    frame,
    4,
  )
  expect(grid).toEqual([0, 1000, 2000, 3000])
  expect([x(0), x(1), y(0), y(3000)]).toEqual([0, 100, 100, 0])
})
