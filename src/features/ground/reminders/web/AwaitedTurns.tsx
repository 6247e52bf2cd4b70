import { useState } from 'react'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { useApi, useApiAction } from '#platform/web/api/api.ts'
import { serviceDay } from '#platform/web/api/service-clock.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { AskFirst } from '#platform/web/dialogs/AskFirst.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { formatDayIn, formatMoment } from '#platform/web/words/formats.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import { reminders } from '../contract.ts'
import { EscalateDialog } from './Escalate.tsx'
import { useReceiverName } from './receiver-name.ts'

type Turn = ReplyOf<typeof reminders.list>['data'][number]

/** Whom else than us a subject waits for, since and until when, with a reminder for staff to send. */
export function AwaitedTurns({ subjectId }: { subjectId: string }) {
  const may = useMay()('task:remind')
  const found = useApi(reminders.list, { query: { subjectId }, enabled: may, staleMs: 0 })
  if (!may || !found.data || found.data.data.length === 0) return null
  return <Turns turns={found.data.data} />
}

function Turns({ turns }: { turns: readonly Turn[] }) {
  const t = useTexts('reminders')
  return (
    <section className="stack-sm" aria-label={t('title')}>
      <h3>{t('title')}</h3>
      <ul className="plain stack-sm">
        {turns.map((turn) => (
          <li key={turn.turnId} className="row">
            <One turn={turn} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function One({ turn }: { turn: Turn }) {
  const t = useTexts('reminders')
  const language = useLanguage()
  const remind = useApiAction(reminders.remind, {
    refresh: [reminders.list],
    onSuccess: () => showDone(t('sent')),
  })
  const nameOf = useReceiverName()
  const [isEscalating, setEscalating] = useState(false)
  const { due, since, toldAt, restsUntil, nudges, escalation } = turn
  const isLate = due !== null && due < serviceDay()
  const words = [
    t('since', { day: formatDayIn(helsinkiDay(new Date(since)), language) }),
    due && t(isLate ? 'late' : 'by', { day: formatDayIn(due, language) }),
    toldAt ? t('told', { at: formatMoment(toldAt) }) : t('notTold'),
    nudges > 0 && t('escalate.nudged', { count: nudges }),
    restsUntil && t('rests', { at: formatMoment(restsUntil) }),
    escalation && t('escalate.was', { at: formatMoment(escalation.at), to: nameOf(escalation.to) }),
  ]
  return (
    <>
      <span>
        <b>{t(`awaited.${turn.awaited}`)}</b> <span className="sm t2">{words.filter(Boolean).join(' · ')}</span>
      </span>
      {turn.canBeReminded && (
        <AskFirst
          act={t('remind')}
          text={t('asks', { who: t(`awaited.${turn.awaited}`) })}
          reach={{ to: turn.receivers.join(', ') || t(`awaited.${turn.awaited}`), count: t('oneMessage') }}
          look={{ size: 'sm', disabled: restsUntil !== null }}
          run={() => remind.mutateAsync({ params: { turnId: turn.turnId }, body: {} })}
        />
      )}
      {turn.mayEscalate && (
        <Button size="sm" onClick={() => setEscalating(true)}>
          {t('escalate.act')}
        </Button>
      )}
      {isEscalating && (
        <EscalateDialog turnId={turn.turnId} name={t(`awaited.${turn.awaited}`)} close={() => setEscalating(false)} />
      )}
    </>
  )
}
