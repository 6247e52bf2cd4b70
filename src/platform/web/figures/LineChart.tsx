import { useElementSize } from '@mantine/hooks'
import { useId } from 'react'
import styles from './LineChart.module.css'
import { type ChartFrame, type ChartPoint, placeChart } from './line-chart.ts'

interface Props {
  points: readonly ChartPoint[]
  /** The text equivalent: what the line shows, with its first and last value. */
  title: string
  /** Indices of the points that matter; their values are written out. The last one is always marked. */
  marks?: readonly number[]
  formatValue: (value: number) => string
}

const NARROW = 560

function frameOf(width: number): ChartFrame {
  const narrow = width < NARROW
  return { width, height: narrow ? 230 : 300, left: 56, right: 20, top: 18, bottom: 40 }
}

interface MarkProps {
  at: { x: number; y: number }
  isLast: boolean
  value: string
}

/** A point that matters, with its value written out. */
function Mark({ at, isLast, value }: MarkProps) {
  return (
    <g>
      <circle className={isLast ? styles.end : styles.point} cx={at.x} cy={at.y} r={isLast ? 5.5 : 4.5} />
      <text
        className={styles.value}
        x={at.x + (isLast ? -22 : 8)}
        y={at.y + (isLast ? 7 : -9)}
        textAnchor={isLast ? 'end' : 'start'}
      >
        {value}
      </text>
    </g>
  )
}

/** A line over months, drawn for the width it gets; its text never shrinks. */
export function LineChart({ points, title, marks = [], formatValue }: Props) {
  const { ref, width } = useElementSize()
  const id = useId()
  const frame = frameOf(Math.max(width || 720, 240))
  const { x, y, grid, path, area } = placeChart(points, frame, frame.width < NARROW ? 3 : 4)
  const last = points.length - 1
  const labelled = frame.width < NARROW ? [0, last] : [0, ...marks.filter((mark) => mark > 0 && mark < last), last]
  const anchor = (index: number) => (index === 0 ? 'start' : index === last ? 'end' : 'middle')
  return (
    <div ref={ref} className={styles.chart}>
      <svg
        viewBox={`0 0 ${frame.width} ${frame.height}`}
        width={frame.width}
        height={frame.height}
        role="img"
        aria-labelledby={id}
      >
        <title id={id}>{title}</title>
        {grid.map((value) => (
          <g key={value}>
            <path className={styles.grid} d={`M${frame.left} ${y(value)}H${frame.width - frame.right}`} />
            <text x={frame.left - 10} y={y(value) + 4} textAnchor="end">
              {formatValue(value)}
            </text>
          </g>
        ))}
        {labelled.map((index) => (
          <text key={index} x={x(index)} y={frame.height - 14} textAnchor={anchor(index)}>
            {points[index]?.label}
          </text>
        ))}
        <path className={styles.area} d={area} />
        <path className={styles.line} d={path} />
        {[...marks, last].map((index) => {
          const point = points[index]
          if (!point) return null
          const at = { x: x(index), y: y(point.value) }
          return <Mark key={index} at={at} isLast={index === last} value={formatValue(point.value)} />
        })}
      </svg>
    </div>
  )
}
