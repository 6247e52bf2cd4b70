import { useTexts } from '#platform/web/words/i18n.ts'
import styles from '../Orders.module.css'

const CENTRE = { x: 130, y: 118 }
const RING = 78
const ROUND = 2 * Math.PI * RING

/** A point on a circle around the crank's axle; zero degrees points up, degrees grow clockwise. */
function at(radius: number, degrees: number) {
  const radians = ((degrees - 90) * Math.PI) / 180
  return { x: CENTRE.x + radius * Math.cos(radians), y: CENTRE.y + radius * Math.sin(radians) }
}

function Pedal({ degrees, front }: { degrees: number; front: boolean }) {
  const end = at(104, degrees)
  const ink = front ? {} : { stroke: 'var(--line-strong)' }
  return (
    <>
      <path d={`M${CENTRE.x} ${CENTRE.y}L${end.x} ${end.y}`} {...ink} strokeWidth={front ? 11 : 6} />
      <path
        d={`M${end.x - (front ? 28 : 24)} ${end.y}h${front ? 56 : 48}`}
        stroke={front ? 'var(--accent)' : 'var(--line-strong)'}
        strokeWidth={front ? 14 : 9}
      />
    </>
  )
}

/** The crank: how far it has turned is how far the order has come; the pedals stay level. */
export function Dial({ step, steps }: { step: number; steps: number }) {
  const t = useTexts('orders')
  const shown = Math.min(step, steps)
  const turned = Math.min(step - 0.5, steps) / steps
  const degrees = turned * 360
  const spokes = [0, 72, 144, 216, 288].map((angle) => at(66, degrees + angle + 36))
  return (
    <div className={styles.dial}>
      <svg viewBox="0 0 260 240" width="260" height="240" aria-hidden="true">
        <g fill="none" stroke="var(--illu-ink)" strokeLinecap="round">
          <Pedal degrees={degrees + 180} front={false} />
          <circle
            cx={CENTRE.x}
            cy={CENTRE.y}
            r="88"
            stroke="var(--line)"
            strokeWidth="7"
            strokeLinecap="butt"
            strokeDasharray="6.6 6.56"
          />
          <circle cx={CENTRE.x} cy={CENTRE.y} r={RING} stroke="var(--line)" strokeWidth="13" fill="var(--surface)" />
          <circle
            cx={CENTRE.x}
            cy={CENTRE.y}
            r={RING}
            strokeWidth="13"
            strokeLinecap="butt"
            strokeDasharray={`${ROUND * turned} ${ROUND}`}
            transform={`rotate(-90 ${CENTRE.x} ${CENTRE.y})`}
          />
          <path d={spokes.map(({ x, y }) => `M${CENTRE.x} ${CENTRE.y}L${x} ${y}`).join('')} strokeWidth="3" />
          <Pedal degrees={degrees} front />
          <circle cx={CENTRE.x} cy={CENTRE.y} r="10" fill="var(--surface)" strokeWidth="4" />
        </g>
      </svg>
      <p>
        <span className="sm t2">{t('dial.step')}</span>
        <br />
        <b className="fig">
          {shown}/{steps}
        </b>
      </p>
    </div>
  )
}
