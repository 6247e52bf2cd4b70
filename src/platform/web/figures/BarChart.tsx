import { useElementSize } from '@mantine/hooks'
import { useId } from 'react'
import styles from './BarChart.module.css'
import { type Bar, placeBars } from './bar-chart.ts'

interface Props {
  bars: readonly Bar[]
  /** Names of the parts, from the bottom up; they make the legend. */
  parts: readonly { name: string; colour: 1 | 2 | 3 | 4 }[]
  heading: string
  /** The text equivalent. */
  title: string
  formatValue: (value: number) => string
}

const NARROW = 560

function Legend({ parts }: Pick<Props, 'parts'>) {
  return (
    <ul className={styles.legend}>
      {parts.map(({ name, colour }) => (
        <li key={name}>
          <i className={styles[`key${colour}`]} aria-hidden="true" />
          {name}
        </li>
      ))}
    </ul>
  )
}

/** Stacked bars over months, drawn for the width they get. */
export function BarChart({ bars, parts, heading, title, formatValue }: Props) {
  const { ref, width: room } = useElementSize()
  const id = useId()
  const width = Math.max(room || 720, 240)
  const height = width < NARROW ? 210 : 240
  const { placed, grid, y, middle } = placeBars(bars, { width, height, left: 52, top: 14, bottom: 30 })
  const everyOther = width < NARROW
  return (
    <figure>
      <figcaption className={styles.head}>
        <h2>{heading}</h2>
        {parts.length > 1 && <Legend parts={parts} />}
      </figcaption>
      <div ref={ref} className={styles.chart}>
        <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} role="img" aria-labelledby={id}>
          <title id={id}>{title}</title>
          {grid.map((value) => (
            <g key={value}>
              <path className={styles.grid} d={`M52 ${y(value)}H${width}`} />
              <text x={42} y={y(value) + 4} textAnchor="end">
                {formatValue(value)}
              </text>
            </g>
          ))}
          {bars.map((bar, index) => {
            const isLast = index === bars.length - 1
            const isNamed = !everyOther || (bars.length - 1 - index) % 3 === 0
            return (
              <g key={bar.label}>
                {placed[index]?.map(({ part, ...box }) => (
                  <rect key={part} className={styles[`fill${parts[part]?.colour ?? 1}`]} rx={2} {...box} />
                ))}
                {isNamed && (
                  <text
                    className={isLast ? styles.now : undefined}
                    x={isLast && everyOther ? width : middle(index)}
                    y={height - 8}
                    textAnchor={isLast && everyOther ? 'end' : 'middle'}
                  >
                    {bar.label}
                  </text>
                )}
              </g>
            )
          })}
        </svg>
      </div>
    </figure>
  )
}
