import { demo } from '#features/operations/demo/contract.ts'
import { firstOfNextMonth, helsinkiDay, startOfHelsinkiDay } from '#platform/values/days.ts'
import { useApi, useApiAction } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { Button } from '#platform/web/controls/Button.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Instant } from '#platform/web/table/Amounts.tsx'
import { formatDayIn } from '#platform/web/words/formats.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import styles from './DemoPage.module.css'

/** Six hours into the day the nightly work of a real month would be done. */
const MORNING_MS = 6 * 3_600_000

/** The demo's time and the step to the next month, where most of the benefit's events wait. */
export function DemoClock() {
  const t = useTexts('demo')
  const language = useLanguage()
  const clock = useApi(demo.clock, { refetchIntervalMs: 15_000 })
  const move = useApiAction(demo.moveClock, {
    refresh: [demo.clock, demo.outbox, demo.users],
    onSuccess: () => showDone(t('clock.moved')),
  })
  return (
    <section className={`card ${styles.card}`}>
      <h2>{t('clock.title')}</h2>
      <Loaded from={clock}>
        {({ now }) => {
          const first = firstOfNextMonth(helsinkiDay(new Date(now)))
          const morning = new Date(startOfHelsinkiDay(first).getTime() + MORNING_MS).toISOString()
          return (
            <>
              <p>
                {t('clock.now')}{' '}
                <b>
                  <Instant at={now} />
                </b>
              </p>
              <p className="sm t2">{t('clock.text')}</p>
              <div>
                <Button loading={move.isPending} onClick={() => move.mutate({ body: { now: morning } })}>
                  {t('clock.move', { day: formatDayIn(first, language) })}
                </Button>
              </div>
            </>
          )
        }}
      </Loaded>
    </section>
  )
}
