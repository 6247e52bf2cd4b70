import { gridStep } from './line-chart.ts'

export interface Bar {
  /** What stands below: `3/26`. */
  readonly label: string
  /** The parts from the bottom up, none below zero. */
  readonly parts: readonly number[]
}

export interface PlacedPart {
  readonly part: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const LINES = 4
const GAP = 1.5

/** Places stacked bars in a frame; the axis begins at zero and ends at a grid line. */
export function placeBars(
  bars: readonly Bar[],
  frame: { width: number; height: number; left: number; bottom: number; top: number },
) {
  const sums = bars.map(({ parts }) => parts.reduce((sum, part) => sum + Math.max(0, part), 0))
  const highest = Math.max(...sums, 1)
  const step = gridStep(highest, LINES)
  const top = Math.ceil(highest / step) * step
  const room = frame.height - frame.top - frame.bottom
  const y = (value: number) => frame.height - frame.bottom - (room * value) / top
  const slot = (frame.width - frame.left) / Math.max(bars.length, 1)
  const width = Math.min(56, slot * 0.6)
  const middle = (index: number) => frame.left + slot * (index + 0.5)
  const placed = bars.map(({ parts }, index): PlacedPart[] => {
    let below = 0
    return parts.flatMap((value, part) => {
      if (value <= 0) return []
      const at = {
        part,
        x: middle(index) - width / 2,
        y: y(below + value),
        width,
        height: Math.max(1, y(below) - y(below + value) - GAP),
      }
      below += value
      return at
    })
  })
  const grid = Array.from({ length: Math.round(top / step) + 1 }, (_, line) => line * step)
  return { placed, grid, y, middle }
}
