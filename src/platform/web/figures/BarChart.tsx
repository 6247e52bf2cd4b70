import { useElementSize } from '@mantine/hooks'
import { useId } from 'react'
import styles from './BarChart.module.css'
import { type Bar, placeBars } from './bar-chart.ts'

interface Props {
  bars: readonly Bar[]
  /** Names of the parts, those above the axis first, each from the axis outwards; they make the legend. */
  parts: readonly { name: string; colour: 1 | 2 | 3 | 4; isHatched?: boolean }[]
  heading: string
  /** The text equivalent. */
  title: string
  formatValue: (value: number) => string
  /** The last bar is the time that runs. */
  endsNow?: boolean
}

const NARROW = 560
/** About as wide as a letter of a name below a bar. */
const LETTER = 6

function Legend({ parts }: Pick<Props, 'parts'>) {
  return (
    <ul className={styles.legend}>
      {parts.map(({ name, colour, isHatched }) => (
        <li key={name}>
          <i className={`${styles[`key${colour}`]} ${isHatched ? styles.hatched : ''}`} aria-hidden="true" />
          {name}
        </li>
      ))}
    </ul>
  )
}

/** The patterns of hatched parts, each under the chart's id and the part's place. */
function Hatches({ parts, id }: Pick<Props, 'parts'> & { id: string }) {
  return (
    <defs>
      {parts.map(({ name, colour, isHatched }, part) =>
        isHatched ? (
          <pattern
            key={name}
            id={`${id}${part}`}
            width={6}
            height={6}
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect className={styles[`fill${colour}`]} width={3} height={6} />
          </pattern>
        ) : null,
      )}
    </defs>
  )
}

function GridLine(line: { isAxis: boolean; from: number; to: number; at: number; name: string }) {
  return (
    <g>
      <path className={line.isAxis ? styles.axis : styles.grid} d={`M${line.from} ${line.at}H${line.to}`} />
      <text x={line.from - 10} y={line.at + 4} textAnchor="end">
        {line.name}
      </text>
    </g>
  )
}

/** Stacked bars over months, drawn for the width they get. */
export function BarChart({ bars, parts, heading, title, formatValue, endsNow = true }: Props) {
  const { ref, width: room } = useElementSize()
  const id = useId()
  const width = Math.max(room || 720, 240)
  const height = width < NARROW ? 210 : 240
  // A figure below the axis has a sign more.
  const left = bars.some(({ below }) => below) ? 62 : 52
  const { placed, grid, y, middle } = placeBars(bars, { width, height, left, top: 14, bottom: 30 })
  const everyOther = width < NARROW
  const longest = Math.max(...bars.map(({ label }) => label.length), 1) * LETTER + LETTER
  const every = Math.ceil(everyOther ? bars.length / 4 : (bars.length * longest) / (width - left))
  return (
    <figure>
      <figcaption className={styles.head}>
        <h2>{heading}</h2>
        {parts.length > 1 && <Legend parts={parts} />}
      </figcaption>
      <div ref={ref} className={styles.chart}>
        <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} role="img" aria-labelledby={id}>
          <title id={id}>{title}</title>
          <Hatches parts={parts} id={id} />
          {grid.map((value) => (
            <GridLine key={value} isAxis={value === 0} from={left} to={width} at={y(value)} name={formatValue(value)} />
          ))}
          {bars.map((bar, index) => {
            const isLast = index === bars.length - 1
            // The last name would run out at the edge when it stood in the middle of its bar.
            const isAtEdge = isLast && middle(index) + (bar.label.length * LETTER) / 2 > width
            const isNamed = (bars.length - 1 - index) % Math.max(every, 1) === 0
            return (
              <g key={bar.label}>
                {placed[index]?.map(({ part, ...box }) => (
                  <rect
                    key={part}
                    className={styles[`${parts[part]?.isHatched ? 'edge' : 'fill'}${parts[part]?.colour ?? 1}`]}
                    {...(parts[part]?.isHatched ? { fill: `url(#${id}${part})` } : {})}
                    rx={2}
                    {...box}
                  />
                ))}
                {isNamed && (
                  <text
                    className={isLast && endsNow ? styles.now : undefined}
                    x={isAtEdge ? width : middle(index)}
                    y={height - 8}
                    textAnchor={isAtEdge ? 'end' : 'middle'}
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
