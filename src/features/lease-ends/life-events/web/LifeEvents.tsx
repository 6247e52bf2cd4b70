import {
  IconAlertTriangle,
  IconArrowsExchange,
  IconBabyCarriage,
  IconBriefcase,
  IconCalendarEvent,
  IconDoorExit,
  IconFirstAidKit,
  IconFlower,
  IconSunset2,
  type TablerIcon,
} from '@tabler/icons-react'
import { useState } from 'react'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { pages } from '#platform/contract/pages.ts'
import { type Day, formatDay, parseDayInput } from '#platform/values/days.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { serviceDay } from '#platform/web/api/service-clock.ts'
import { NativeSelect } from '#platform/web/controls/NativeSelect.tsx'
import { DayInput } from '#platform/web/form/DayInput.tsx'
import { EmptyState } from '#platform/web/parts/EmptyState.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { PageHead } from '#platform/web/parts/PageHead.tsx'
import { useAddressState } from '#platform/web/router/address-state.ts'
import { Link } from '#platform/web/router/Link.tsx'
import { usePathname } from '#platform/web/router/location.ts'
import { Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { type LifeOptionsView, lifeEventCalls } from '../contract.ts'
import { eventsWithDay, type LifeEvent, lifeEvents } from '../rules/options.ts'
import { LeavingDay, useStoredLastDay } from './LeavingDay.tsx'
import styles from './LifeEvents.module.css'
import { OptionCard } from './OptionCard.tsx'
import { PriceByMonth } from './PriceByMonth.tsx'

/** What the employer tells of its people, and staff; a person tells everything of themselves but their own death. */
const toldBy = { own: lifeEvents.filter((event) => event !== 'DEATH'), others: lifeEvents }

const icons: Record<LifeEvent, TablerIcon> = {
  LEAVING: IconDoorExit,
  RETIRING: IconSunset2,
  LONG_ABSENCE: IconFirstAidKit,
  UNPAID_LEAVE: IconBabyCarriage,
  DAMAGE: IconAlertTriangle,
  GROUP_MOVE: IconArrowsExchange,
  NEW_EMPLOYER: IconBriefcase,
  END_OF_LEASE: IconCalendarEvent,
  DEATH: IconFlower,
}

/**
 * /mybike/muutos and, about one of the company's people, /tyonantaja/muutos: what has happened, and the same options for the
 * person and the employer.
 */
export function LifeEvents() {
  const t = useTexts('life-events')
  const [{ employee }] = useAddressState()
  const path = usePathname()
  const isOwn = employee === undefined && path === pages.lifeEvent
  const isAsked = isOwn || employee !== undefined
  const query = employee === undefined ? {} : { beneficiaryEmployeeId: String(employee) }
  const leases = useApi(lifeEventCalls.leases, { query, enabled: isAsked })
  const name = leases.data?.items[0]?.employeeName
  return (
    <div className="wrap stack-lg">
      <PageHead
        above={<Link to={isOwn ? pages.myBike : pages.employer}>{t(isOwn ? 'back' : 'backToPeople')}</Link>}
        title={isOwn ? t('title') : name ? t('titleOf', { name }) : t('titleOfPerson')}
        lead={t(isOwn ? 'lead' : 'employerLead')}
      />
      {isAsked ? (
        <Loaded from={leases}>{({ items }) => <Chosen leases={items} isOwn={isOwn} />}</Loaded>
      ) : (
        <EmptyState drawing="pyora">{t('noLease')}</EmptyState>
      )}
    </div>
  )
}

type Lease = ReplyOf<typeof lifeEventCalls.leases>['items'][number]

/** The bicycle, the event and its day, which stand in the address; and what can be done. */
function Chosen({ leases, isOwn }: { leases: readonly Lease[]; isOwn: boolean }) {
  const t = useTexts('life-events')
  const [address, setAddress] = useAddressState()
  const lease = leases.find((one) => one.leasingAgreementId === address.lease) ?? leases[0]
  const events = isOwn ? toldBy.own : toldBy.others
  const event = events.find((one) => one === address.event) ?? null
  const isLeaving = event === 'LEAVING' || event === 'RETIRING'
  const employeeId = isOwn ? undefined : String(address.employee)
  const stored = useStoredLastDay(isLeaving ? employeeId : undefined)
  const day = String(address.day ?? '') || stored || serviceDay()
  if (!lease) return <EmptyState drawing="pyora">{t('noLease')}</EmptyState>
  return (
    <>
      {leases.length > 1 && (
        <NativeSelect
          label={t('bike')}
          value={lease.leasingAgreementId}
          onChange={(change) => setAddress({ lease: change.currentTarget.value })}
          data={leases.map((one) => ({ value: one.leasingAgreementId, label: one.bike ?? one.agreementNumber }))}
        />
      )}
      <Events events={events} chosen={event} choose={(value) => setAddress({ event: value })} />
      {event && eventsWithDay.has(event) && (
        <DayOfEvent
          key={stored}
          label={t(event === 'LONG_ABSENCE' || event === 'UNPAID_LEAVE' ? 'firstDay' : 'lastDay')}
          day={day}
          choose={(chosen) => setAddress({ day: chosen }, true)}
        />
      )}
      {isLeaving && employeeId && <LeavingDay employeeId={employeeId} day={day} />}
      {event && <Found leasingAgreementId={lease.leasingAgreementId} event={event} day={day} isOwn={isOwn} />}
    </>
  )
}

interface EventsProps {
  events: readonly LifeEvent[]
  chosen: LifeEvent | null
  choose: (event: LifeEvent) => void
}

/** What may have happened, a tile each. */
function Events({ events, chosen, choose }: EventsProps) {
  const t = useTexts('life-events')
  return (
    <fieldset className={styles.events} aria-label={t('what')}>
      {events.map((event) => {
        const Icon = icons[event]
        return (
          <button
            key={event}
            type="button"
            className={styles.event}
            aria-pressed={event === chosen}
            onClick={() => choose(event)}
          >
            <Icon size={24} stroke={1.75} aria-hidden="true" />
            <b>{t(`event.${event}`)}</b>
          </button>
        )
      })}
    </fieldset>
  )
}

interface DayOfEventProps {
  label: string
  day: Day
  choose: (day: Day | null) => void
}

/** The day as it is typed; what can be done follows once it is a day. */
function DayOfEvent({ label, day, choose }: DayOfEventProps) {
  const t = useTexts()
  const [typed, setTyped] = useState(formatDay(day))
  const type = (text: string) => {
    setTyped(text)
    const chosen = parseDayInput(text)
    if (chosen || text.trim() === '') choose(chosen)
  }
  return (
    <DayInput
      label={label}
      value={typed}
      error={typed.trim() !== '' && parseDayInput(typed) === null && t('fields.DAY')}
      onChange={(change) => type(change.currentTarget.value)}
      pick={type}
    />
  )
}

interface FoundProps {
  leasingAgreementId: string
  event: LifeEvent
  day: string
  isOwn: boolean
}

function Found({ leasingAgreementId, event, day, isOwn }: FoundProps) {
  const query = { event, ...(eventsWithDay.has(event) ? { day } : {}) }
  const found = useApi(lifeEventCalls.options, { params: { leasingAgreementId }, query, keepPrevious: true })
  return <Loaded from={found}>{(view) => <Options view={view} event={event} isOwn={isOwn} />}</Loaded>
}

function Options({ view, event, isOwn }: { view: LifeOptionsView; event: LifeEvent; isOwn: boolean }) {
  const t = useTexts('life-events')
  return (
    <section className="stack-md" aria-label={t(`event.${event}`)}>
      <h2>{view.bike ?? view.agreementNumber}</h2>
      <p>
        {t('paid')} <Money euros={view.paidSoFar} />, {t('left')} <Money euros={view.left} />.
      </p>
      <div className={styles.options}>
        {view.options.map((option) => (
          <OptionCard key={option.kind} option={option} view={view} event={event} isOwn={isOwn} />
        ))}
      </div>
      {view.options.some(({ kind, blocked }) => kind === 'REDEEM' && !blocked) && (
        <PriceByMonth leasingAgreementId={view.leasingAgreementId} />
      )}
      <Note>
        <b>{t('otherwiseTitle')}</b> {t(`otherwise.${view.otherwise}`)}
      </Note>
    </section>
  )
}
