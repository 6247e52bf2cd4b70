import { useState } from 'react'
import { formatEuros } from '#platform/values/money.ts'
import type { Language } from '../../pages.ts'
import { type CalculatorCopy, fill } from './calculator-texts.ts'

interface Frame {
  className: string
  width: number
  height: number
  left: number
  right: number
}

/** The chart is drawn anew for a narrow screen rather than scaled, so that its text keeps its size. */
const frames: readonly Frame[] = [
  { className: 'ch wide-chart', width: 720, height: 300, left: 56, right: 700 },
  { className: 'ch nrw', width: 330, height: 230, left: 56, right: 310 },
]

const TOP = 22
const BELOW = 40
const YEAR = 12

interface ChartProps {
  priceCents: number
  /** The price after k instalments at index k − 1. */
  buyOut: readonly number[]
  copy: CalculatorCopy
  language: Language
}

/** A round step that gives about four lines: 1, 2 or 5 times a power of ten, in cents. */
function stepOf(mostCents: number): number {
  const rough = mostCents / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  return ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power
}

function whole(cents: number, language: Language): string {
  return formatEuros(Math.round(cents / 100) * 100, language).replace(/[.,]00/, '')
}

/** Where months and prices stand in a frame, and which of them are written out. */
function scaleOf(frame: Frame, priceCents: number, months: number) {
  const floor = frame.height - BELOW
  const step = stepOf(priceCents)
  const lines = Array.from({ length: Math.floor(priceCents / step) + 1 }, (_, index) => index * step)
  const years = Array.from({ length: Math.ceil(months / YEAR) - 1 }, (_, index) => (index + 1) * YEAR)
  const marks = years.filter((month) => months - month >= (frame.width < 400 ? 10 : 5))
  return {
    floor,
    lines,
    marks,
    x: (month: number) => frame.left + ((frame.right - frame.left) * month) / months,
    y: (cents: number) => floor - ((floor - TOP) * cents) / priceCents,
  }
}

interface GridProps {
  frame: Frame
  lines: readonly number[]
  y: (cents: number) => number
  language: Language
}

/** A line at each round price. */
function Grid({ frame, lines, y, language }: GridProps) {
  return lines.map((cents) => (
    <g key={cents}>
      <path className="gr" d={`M${frame.left} ${y(cents).toFixed(1)}H${frame.right}`} />
      <text x={frame.left - 8} y={y(cents) + 4} textAnchor="end">
        {whole(cents, language).replace(/[€\s\u00a0]+$|^€/g, '')}
      </text>
    </g>
  ))
}

function Drawing({
  frame,
  month: chosen,
  priceCents,
  buyOut,
  copy,
  language,
}: ChartProps & { frame: Frame; month: number }) {
  const points = [priceCents, ...buyOut]
  const months = buyOut.length
  const { floor, lines, marks, x, y } = scaleOf(frame, priceCents, months)
  const line = points.map((cents, month) => `${x(month).toFixed(1)} ${y(cents).toFixed(1)}`).join('L')
  const last = buyOut.at(-1) ?? 0
  return (
    <svg className={frame.className} viewBox={`0 0 ${frame.width} ${frame.height}`} role="img">
      <title>
        {fill(copy.result.chartTitle, { first: formatEuros(priceCents, language), last: formatEuros(last, language) })}
      </title>
      <Grid frame={frame} lines={lines} y={y} language={language} />
      <path className="ar" d={`M${line}L${frame.right} ${floor}L${frame.left} ${floor}Z`} />
      <path className="ln" d={`M${line}`} />
      {[0, ...marks, months].map((month) => (
        <text
          key={month}
          x={x(month)}
          y={frame.height - 14}
          textAnchor={month === 0 ? 'start' : month === months ? 'end' : 'middle'}
        >
          {month}
        </text>
      ))}
      {marks.map((month) => (
        <g key={month}>
          <circle className="pt" cx={x(month)} cy={y(points[month] ?? 0)} r={4.5} />
          <text className="v" x={x(month) + 8} y={y(points[month] ?? 0) - 9}>
            {whole(points[month] ?? 0, language)}
          </text>
        </g>
      ))}
      <path className="at" d={`M${x(chosen).toFixed(1)} ${TOP}V${floor}`} />
      <circle className="pt now" cx={x(chosen)} cy={y(points[chosen] ?? 0)} r={5.5} />
      <circle className="pt end" cx={frame.right} cy={y(last)} r={5.5} />
      <text className="v" x={frame.right - 18} y={y(last) + 6} textAnchor="end">
        {whole(last, language)}
      </text>
    </svg>
  )
}

function PriceTable({ buyOut, copy: { result }, language }: Pick<ChartProps, 'buyOut' | 'copy' | 'language'>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs focus to be scrolled by keys.
    <section className="tw months" aria-label={result.chart} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{result.tableMonth}</th>
            <th scope="col" className="r">
              {result.tablePrice}
            </th>
          </tr>
        </thead>
        <tbody>
          {buyOut.map((cents, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the index is the month, which is the row's name.
            <tr key={index}>
              <td>{index + 1}</td>
              <td className="r">{formatEuros(cents, language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The buy-out price month by month as a curve, and the same figures as a table. */
export function BuyOutChart(props: ChartProps) {
  const { buyOut, copy, language } = props
  const [wanted, setWanted] = useState(18)
  const month = Math.min(Math.max(1, wanted), buyOut.length)
  const { result } = copy
  return (
    <figure className="card">
      <figcaption>
        <h2>{result.chart}</h2>
        <p className="sm t2">{result.chartText}</p>
      </figcaption>
      {frames.map((frame) => (
        <Drawing key={frame.className} frame={frame} month={month} {...props} />
      ))}
      <p className="ex">
        <label htmlFor="lunastus">{result.explore}</label>
        <input
          className="range"
          id="lunastus"
          type="range"
          min={1}
          max={buyOut.length}
          value={month}
          onChange={(event) => setWanted(Number(event.target.value))}
        />
        <output htmlFor="lunastus">
          {fill(result.exploreResult, { month })} <b>{formatEuros(buyOut[month - 1] ?? 0, language)}</b>
        </output>
      </p>
      <details>
        <summary>{result.table}</summary>
        <PriceTable buyOut={buyOut} copy={copy} language={language} />
      </details>
    </figure>
  )
}
