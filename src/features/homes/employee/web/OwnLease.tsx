import { IconAlertTriangle, IconCoinEuro, IconRefresh, IconTool } from '@tabler/icons-react'
import { Fragment, lazy, type ReactNode, useEffect, useRef } from 'react'
import { OwnAbsence } from '#features/lease-ends/absence-plans/web/OwnAbsence.tsx'
import { OwnOffers } from '#features/lease-ends/brokerage/web/OwnOffers.tsx'
import { OwnClaims } from '#features/lease-ends/insurance-claims/web/OwnClaims.tsx'
import { OwnRedemption } from '#features/lease-ends/redemptions/web/OwnRedemption.tsx'
import { OwnReturn } from '#features/lease-ends/returns/web/OwnReturn.tsx'
import type { LeaseStory } from '#features/story/lease-story/contract.ts'
import type { Beginning } from '#features/story/lease-story/rules/beside.ts'
import type { ProcessKind } from '#features/story/lease-story/rules/situation.ts'
import { LeaseTotal } from '#features/story/lease-story/web/LeaseTotal.tsx'
import { mayBegin } from '#features/story/lease-story/web/may-begin.ts'
import { pageUrl } from '#platform/contract/pages.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { useAddressState } from '#platform/web/router/address-state.ts'
import { useSearch } from '#platform/web/router/location.ts'
import { LaterPart } from '#platform/web/shell/LaterPart.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './OwnLease.module.css'

const OwnService = lazy(() =>
  import('#features/money/bike-services/web/OwnService.tsx').then((m) => ({ default: m.OwnService })),
)

/** What a person can open about their lease; each part stands once on the page. */
const parts = ['huolto', 'vahinko', 'osto', 'palautus', 'siirto', 'poissaolo'] as const
type Part = (typeof parts)[number]

const partOf: Partial<Record<ProcessKind, Part>> = {
  CLAIM: 'vahinko',
  BUY_OUT: 'osto',
  RETURN: 'palautus',
  TRANSFER: 'siirto',
  ABSENCE: 'poissaolo',
}
const begins: Record<Exclude<Part, 'huolto'>, Beginning> = {
  vahinko: 'CLAIM',
  osto: 'BUY_OUT',
  palautus: 'RETURN',
  siirto: 'TRANSFER',
  poissaolo: 'PLAN',
}

export interface LeaseOfPerson {
  leasingAgreementId: string
  beneficiaryEmployeeId: string
  isOver: boolean
  isOverEarly: boolean
  bike: string
}

interface Props {
  story: LeaseStory
  lease: LeaseOfPerson
}

/** The part that the reader has opened: by a tile, or by a link that leads to it. */
function usePart(leasingAgreementId: string) {
  const [at, setAt] = useAddressState()
  const search = useSearch()
  const asked = search.passOn === leasingAgreementId ? 'siirto' : at.osa
  const opened = parts.find((part) => part === asked) ?? null
  return { opened, open: (part: Part | null) => setAt({ osa: part, passOn: null, way: null }) }
}

/** What may be done with a lease now; what excludes what goes on is not offered. */
export function LeaseTiles({ story, lease }: Props) {
  const t = useTexts('lease-story')
  const { opened, open } = usePart(lease.leasingAgreementId)
  const standing = new Set(story.stands.flatMap(({ kind }) => partOf[kind] ?? []))
  const isOffered = (part: Exclude<Part, 'huolto'>) => !standing.has(part) && mayBegin(story, begins[part])
  const isOver = lease.isOver || story.isOut
  const buttonOf = (part: Part) => ({
    type: 'button' as const,
    'aria-expanded': opened === part,
    onClick: () => open(opened === part ? null : part),
  })
  const others = (['palautus', 'siirto', 'poissaolo'] as const).filter((part) => !isOver && isOffered(part))
  return (
    <section className="wrap" aria-label={t('tiles.label')}>
      <div className={styles.tiles}>
        {story.hasService && !isOver && (
          <button {...buttonOf('huolto')} className={styles.tile}>
            <IconTool size={26} stroke={1.75} aria-hidden="true" />
            <b>{t('tiles.service')}</b>
            <span>{t('tiles.serviceText')}</span>
          </button>
        )}
        {!lease.isOverEarly && isOffered('vahinko') && (
          <button {...buttonOf('vahinko')} className={styles.tile}>
            <IconAlertTriangle size={26} stroke={1.75} aria-hidden="true" />
            <b>{t('tiles.damage')}</b>
            <span>{t('tiles.damageText')}</span>
          </button>
        )}
        {!isOver && (
          <a className={styles.tile} href={pageUrl('lifeEvent', {}, { lease: lease.leasingAgreementId })}>
            <IconRefresh size={26} stroke={1.75} aria-hidden="true" />
            <b>{t('tiles.change')}</b>
            <span>{t('tiles.changeText')}</span>
          </a>
        )}
        {isOffered('osto') && (
          <button {...buttonOf('osto')} className={styles.tile}>
            <IconCoinEuro size={26} stroke={1.75} aria-hidden="true" />
            <b>{t('tiles.own')}</b>
            <span>{t('tiles.ownText')}</span>
          </button>
        )}
      </div>
      {others.length > 0 && (
        <div className={styles.more}>
          {others.map((part) => (
            <Button key={part} variant="subtle" {...buttonOf(part)}>
              {t(`tiles.${part === 'palautus' ? 'return' : part === 'siirto' ? 'pass' : 'absence'}`)}
            </Button>
          ))}
        </div>
      )}
    </section>
  )
}

function Panel({ part, lease, mayClaim }: { part: Part; lease: LeaseOfPerson; mayClaim: boolean }) {
  const { leasingAgreementId, bike } = lease
  switch (part) {
    case 'huolto':
      return (
        <LaterPart>
          <OwnService leasingAgreementId={leasingAgreementId} />
        </LaterPart>
      )
    case 'vahinko':
      return <OwnClaims {...lease} isOverEarly={lease.isOverEarly || !mayClaim} />
    case 'osto':
      return <OwnRedemption leasingAgreementId={leasingAgreementId} bike={bike} />
    case 'palautus':
      return <OwnReturn leasingAgreementId={leasingAgreementId} />
    case 'siirto':
      return <OwnOffers {...lease} />
    case 'poissaolo':
      return <OwnAbsence leasingAgreementId={leasingAgreementId} />
  }
}

/** What the reader has opened, brought into view as soon as there is anything to see of it. */
function Opened({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const sized = new ResizeObserver(() => {
      if (element.offsetHeight === 0) return
      element.scrollIntoView({ block: 'nearest' })
      sized.disconnect()
    })
    sized.observe(element)
    return () => sized.disconnect()
  }, [])
  return <div ref={box}>{children}</div>
}

/** The parts of what goes on, what the reader has opened, and the figures of the lease. */
export function LeaseParts({ story, lease }: Props) {
  const { opened } = usePart(lease.leasingAgreementId)
  const mayClaim = mayBegin(story, 'CLAIM')
  const shown = new Set<Part>([
    ...story.stands.flatMap(({ kind }) => partOf[kind] ?? []),
    // Who still has the bicycle after its term chooses.
    ...(story.situation.key === 'overChoose' ? (['osto'] as const) : []),
    ...(opened ? [opened] : []),
  ])
  return (
    <>
      {parts
        .filter((part) => shown.has(part))
        .map((part) => {
          const Place = part === opened ? Opened : Fragment
          return (
            <Place key={part}>
              <Panel part={part} lease={lease} mayClaim={mayClaim} />
            </Place>
          )
        })}
      {story.total && <LeaseTotal total={story.total} isBuyable={story.isBuyable} />}
    </>
  )
}
