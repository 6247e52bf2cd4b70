import { code128Widths } from '#platform/values/code-128.ts'

/** Light modules that readers want on both sides. */
const QUIET = 10
const HEIGHT = 56

/** Pairs of digits as a Code 128 barcode; always dark on white, because readers want it so. */
export function BarCode({ digits, label }: { digits: string; label: string }) {
  const widths = code128Widths(digits)
  let x = QUIET
  const bars = widths.map((width, index) => {
    const bar = index % 2 === 0 ? `M${x} 4h${width}v${HEIGHT}h-${width}z` : ''
    x += width
    return bar
  })
  const width = x + QUIET
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${HEIGHT + 8}`}
      width={width}
      style={{ maxWidth: '100%' }}
      preserveAspectRatio="none"
      height={HEIGHT + 8}
      shapeRendering="crispEdges"
    >
      <rect width={width} height={HEIGHT + 8} fill="#fff" />
      <path d={bars.join('')} fill="#000" />
    </svg>
  )
}
