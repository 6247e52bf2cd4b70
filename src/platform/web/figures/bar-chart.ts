import { gridStep } from './line-chart.ts'

export interface Bar {
  /** What stands below: `3/26`. */
  readonly label: string
  /** The parts from the bottom up, none below zero. */
  readonly parts: readonly number[]
  /** Parts that hang below the axis, from it downwards, none below zero; they are counted on from the parts above. */
  readonly below?: readonly number[]
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

const sumOf = (parts: readonly number[] = []) => parts.reduce((sum, part) => sum + Math.max(0, part), 0)

/** Places stacked bars in a frame, on the axis and below it; both ends are grid lines. */
export function placeBars(
  bars: readonly Bar[],
  frame: { width: number; height: number; left: number; bottom: number; top: number },
) {
  const highest = Math.max(...bars.map(({ parts }) => sumOf(parts)), 1)
  const lowest = Math.max(...bars.map(({ below }) => sumOf(below)), 0)
  const step = gridStep(highest + lowest, LINES)
  const top = Math.ceil(highest / step) * step
  const bottom = Math.ceil(lowest / step) * step
  const room = frame.height - frame.top - frame.bottom
  const y = (value: number) => frame.height - frame.bottom - (room * (value + bottom)) / (top + bottom)
  const slot = (frame.width - frame.left) / Math.max(bars.length, 1)
  const width = Math.min(56, slot * 0.6)
  const middle = (index: number) => frame.left + slot * (index + 0.5)
  const placed = bars.map(({ parts, below = [] }, index): PlacedPart[] => [
    ...stack(parts, 0, 1, index),
    ...stack(below, parts.length, -1, index),
  ])
  function stack(parts: readonly number[], first: number, sign: 1 | -1, index: number): PlacedPart[] {
    let reached = 0
    return parts.flatMap((value, part) => {
      if (value <= 0) return []
      const [from, to] = [y(sign * reached), y(sign * (reached + value))]
      reached += value
      return {
        part: first + part,
        x: middle(index) - width / 2,
        y: sign === 1 ? to : from + GAP,
        width,
        height: Math.max(1, Math.abs(from - to) - GAP),
      }
    })
  }
  const grid = Array.from({ length: Math.round((top + bottom) / step) + 1 }, (_, line) => line * step - bottom)
  return { placed, grid, y, middle }
}
