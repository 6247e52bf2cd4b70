import { IconClock } from '@tabler/icons-react'
import { lazy, type ReactNode } from 'react'
import styles from '#features/orders/orders/web/Orders.module.css'
import type { LeaseStory } from '#features/story/lease-story/contract.ts'
import { pillOf, useOwnWords } from '#features/story/lease-story/web/words.ts'
import { pageUrl } from '#platform/contract/pages.ts'
import { usePageTitle } from '#platform/web/parts/PageHead.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { LaterPart } from '#platform/web/shell/LaterPart.tsx'
import { Day } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'

/** The few who buy their bicycle fetch what its bill and offer need. */
const RedemptionAct = lazy(() =>
  import('#features/lease-ends/redemptions/web/RedemptionAct.tsx').then((m) => ({ default: m.RedemptionAct })),
)

const BillAct = lazy(() => import('#features/money/payments/web/BillAct.tsx').then((m) => ({ default: m.BillAct })))

interface Props {
  story: LeaseStory
  above?: ReactNode
  /** How far the lease has come, while nothing else goes on with it. */
  progress?: ReactNode
  /** After the end: the way to the next bicycle. */
  next?: ReactNode
}

/** Where the act of a situation is taken; null where none leads there. */
function addressOf({ act, process }: LeaseStory['situation'], leasingAgreementId: string): string | null {
  if (process?.kind === 'EXIT') return pageUrl('lifeEvent', {})
  if (act === 'CHOOSE') return pageUrl('lifeEvent', {}, { lease: leasingAgreementId, event: 'END_OF_LEASE' })
  if (!process) return null
  if (act === 'COMPLETE_CLAIM') return pageUrl('ownClaim', { claimId: process.id })
  if (act === 'ANSWER_TAKER' || act === 'SIGN_TRANSFER') return pageUrl('brokerageCase', { brokerageId: process.id })
  if (act === 'ANSWER_DAMAGE' || act === 'BRING_BIKE')
    return process.kind === 'RETURN' ? '#own-return' : '#own-redemption'
  return act === 'CONFIRM_PLAN' ? '#own-absence' : null
}

/** The one act of the person, if there is one. */
function Act({ story }: { story: LeaseStory }) {
  const t = useTexts('lease-story')
  const { situation, leasingAgreementId } = story
  if (situation.awaited !== 'EMPLOYEE' || !situation.act) return null
  if (situation.process?.kind === 'BUY_OUT' && situation.act !== 'BRING_BIKE')
    return (
      <LaterPart>
        <RedemptionAct leasingAgreementId={leasingAgreementId} />
      </LaterPart>
    )
  if (situation.process?.kind === 'BILL')
    return (
      <LaterPart>
        <BillAct invoiceId={situation.process.id} />
      </LaterPart>
    )
  const href = addressOf(situation, leasingAgreementId)
  if (!href) return null
  return (
    <PrimaryButton component="a" href={href} size="lg">
      {t(`act.${situation.act}`)}
    </PrimaryButton>
  )
}

/** The head of one's own lease: what goes on, who is awaited, the one act and its last day. */
export function LeaseHead({ story, above, progress, next }: Props) {
  const t = useTexts('lease-story')
  const { title, lead } = useOwnWords()(story)
  usePageTitle(title)
  const { situation } = story
  const pill = pillOf(story)
  const isOwnTurn = situation.awaited === 'EMPLOYEE' && situation.day !== null
  return (
    <div className={styles.top}>
      <div className="wrap">
        {above}
        <p className={styles.pill}>
          <StatusPill holder={pill.holder}>{t(pill.text)}</StatusPill>
        </p>
        <h1>{title}</h1>
        <p className={`lead ${styles.lead}`}>
          {lead}
          {situation.key === 'running' && progress}
        </p>
        <div className={styles.actions}>
          <Act story={story} />
          {next}
        </div>
        {isOwnTurn && (
          <p className={`sm t2 ${styles.due}`}>
            <IconClock size={16} stroke={1.75} aria-hidden="true" />
            <span>
              {t('by')} <Day day={situation.day} />
            </span>
          </p>
        )}
      </div>
    </div>
  )
}
