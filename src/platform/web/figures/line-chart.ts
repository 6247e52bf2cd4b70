export interface ChartPoint {
  /** What stands on the axis: `5/2026`. */
  label: string
  value: number
}

export interface ChartFrame {
  width: number
  height: number
  left: number
  right: number
  top: number
  bottom: number
}

/** A round step so that about `lines` of them cover the value: 1, 2 or 5 times a power of ten. */
export function gridStep(max: number, lines: number): number {
  const rough = Math.max(max, 1) / lines
  const power = 10 ** Math.floor(Math.log10(rough))
  const factor = [1, 2, 5, 10].find((one) => one * power >= rough) ?? 10
  return factor * power
}

/** Places points in a frame; the value axis begins at zero and ends at a grid line. */
export function placeChart(points: readonly ChartPoint[], frame: ChartFrame, lines: number) {
  const max = Math.max(...points.map(({ value }) => value), 1)
  const step = gridStep(max, lines)
  const top = Math.ceil(max / step) * step
  const x = (index: number) =>
    frame.left + ((frame.width - frame.left - frame.right) * index) / Math.max(points.length - 1, 1)
  const y = (value: number) => frame.height - frame.bottom - ((frame.height - frame.top - frame.bottom) * value) / top
  const grid = Array.from({ length: Math.round(top / step) + 1 }, (_, line) => line * step)
  const path = points
    .map(({ value }, index) => `${index === 0 ? 'M' : 'L'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`)
    .join('')
  const area = `${path}L${x(points.length - 1).toFixed(1)} ${y(0)}L${x(0)} ${y(0)}Z`
  return { x, y, grid, path, area }
}
