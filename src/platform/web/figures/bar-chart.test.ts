import { expect, test } from 'vitest'
import { placeBars } from './bar-chart.ts'

const frame = { width: 460, height: 240, left: 60, top: 20, bottom: 20 }

test('parts stand on each other, the axis ends at a round figure', () => {
  const { placed, grid, y } = placeBars(
    [
      { label: '1/26', parts: [100, 0, 300] },
      { label: '2/26', parts: [50, 0, 0] },
    ],
    frame,
  )
  expect(grid).toEqual([0, 100, 200, 300, 400])
  expect([y(0), y(400)]).toEqual([220, 20])
  expect(placed[0]?.map(({ part, y: top }) => [part, top])).toEqual([
    [0, 170],
    [2, 20],
  ])
  expect(placed[1]).toHaveLength(1)
})

test('nothing to show keeps an axis and draws no bar', () => {
  const { placed, grid } = placeBars([{ label: '1/26', parts: [0, -5] }], frame)
  expect(placed).toEqual([[]])
  expect(grid.length).toBeGreaterThan(1)
})

test('parts below hang from the axis, and both ends are round figures', () => {
  const { placed, grid, y } = placeBars([{ label: '1/26', parts: [200], below: [100, 0, 150] }], frame)
  expect(grid).toEqual([-400, -200, 0, 200])
  expect(placed[0]?.map(({ part }) => part)).toEqual([0, 1, 3])
  const [above, first, second] = placed[0]!
  expect(above!.y).toBe(y(200))
  expect(first!.y).toBeGreaterThan(y(0))
  expect(second!.y).toBeGreaterThan(first!.y + first!.height)
  expect(second!.y + second!.height).toBeCloseTo(y(-250))
})
