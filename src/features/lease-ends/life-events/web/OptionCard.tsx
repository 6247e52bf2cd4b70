import { absencePlans, readsOfPlans } from '#features/lease-ends/absence-plans/contract.ts'
import { absenceKinds } from '#features/lease-ends/absence-plans/rules/months.ts'
import { readsOfRedemptions, redemptions } from '#features/lease-ends/redemptions/contract.ts'
import { readsOfReturns, returns } from '#features/lease-ends/returns/contract.ts'
import { pages, pageUrl } from '#platform/contract/pages.ts'
import { firstOfMonth, formatDay, lastOfMonth } from '#platform/values/days.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { useForm } from '#platform/web/form/form-context.ts'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { navigate } from '#platform/web/router/history.ts'
import { Link } from '#platform/web/router/Link.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Money } from '#platform/web/table/Amounts.tsx'
import { type Texts, useTexts } from '#platform/web/words/i18n.ts'
import { type LifeOptionsView, lifeEventCalls } from '../contract.ts'
import { type LifeEvent, returnReasonOf } from '../rules/options.ts'
import { PlannedMonths } from './PlannedMonths.tsx'

type Option = LifeOptionsView['options'][number]
interface Props {
  option: Option
  view: LifeOptionsView
  event: LifeEvent
  isOwn: boolean
}

/** Who decides; a person reads of themselves as "you". */
function decidedBy(t: Texts, { decides }: Option, isOwn: boolean): string {
  if (isOwn && decides === 'EMPLOYEE') return t('deciders.ownEMPLOYEE')
  return isOwn && decides === 'BOTH' ? t('deciders.ownBOTH') : t(`deciders.${decides}`)
}

/** One option in words: price, what is left, tax, deadline, who decides; and the way into its process. */
export function OptionCard(props: Props) {
  const t = useTexts('life-events')
  const { option, isOwn } = props
  return (
    <article className="card stack-sm">
      <h3>{t(`option.${option.kind}`)}</h3>
      <p>{t(isOwn && option.kind === 'REDEEM' ? 'about.ownREDEEM' : `about.${option.kind}`)}</p>
      <Facts
        rows={[
          [t('price'), option.price !== null && <Money key="p" euros={option.price} />],
          [
            t('payer'),
            option.payer &&
              (isOwn && option.payer === 'EMPLOYEE' ? t('payers.ownEMPLOYEE') : t(`payers.${option.payer}`)),
          ],
          [t('ends'), option.endMonth && formatDay(lastOfMonth(firstOfMonth(option.endMonth)))],
          // What is agreed for an absence, or told of a damage, ends nothing.
          [t('leftUntil'), option.endMonth && <Money key="l" euros={option.left} />],
          [
            t('tax'),
            <span key="t">
              {t(`taxes.${option.tax}`)} {option.tax === 'DIFFERENCE' && <Money euros={option.taxable} />}
            </span>,
          ],
          [t('deadline'), option.deadline && formatDay(option.deadline)],
          [t('decides'), decidedBy(t, option, isOwn)],
        ]}
      />
      {option.blocked ? <p className="muted">{t(`blocked.${option.blocked}`)}</p> : <Act {...props} />}
    </article>
  )
}

/** The way on one's own page: along to another employment where the event is a move, else to a person; or by sale. */
function wayOf({ kind }: Option, event: LifeEvent) {
  if (kind === 'SELL') return 'sell'
  return event === 'GROUP_MOVE' || event === 'NEW_EMPLOYER' ? 'move' : 'give'
}

const onOwnPage = (leasingAgreementId: string, way: string) =>
  pageUrl('myBike', {}, { passOn: leasingAgreementId, way })

/** The process of an option, filled in. */
function Act({ option, view, event, isOwn }: Props) {
  const t = useTexts('life-events')
  const may = useMay()
  const { leasingAgreementId } = view
  const done = () => {
    showDone(t('started'))
    navigate(isOwn ? pages.myBike : option.kind === 'RETURN' ? pages.employerReturns : pages.employerRedemptions)
  }
  const endMonth = option.endMonth ?? ''
  if (option.kind === 'REDEEM' && may('redemption:request'))
    return (
      <Form
        endpoint={redemptions.create}
        also={{ leasingAgreementId, endMonth, reason: event === 'END_OF_LEASE' ? 'END_OF_LEASE' : 'LEAVING' }}
        submit={t('act.REDEEM')}
        plain
        refresh={[...readsOfRedemptions, lifeEventCalls.options]}
        onDone={done}
      >
        {null}
      </Form>
    )
  if (option.kind === 'RETURN' && may('return:request'))
    return (
      <Form
        endpoint={returns.create}
        also={{ leasingAgreementId, endMonth, reason: returnReasonOf(event) }}
        submit={t('act.RETURN')}
        plain
        refresh={[...readsOfReturns, lifeEventCalls.options]}
        onDone={done}
      >
        {null}
      </Form>
    )
  if (option.kind === 'KEEP' && !isOwn) return <Link to={pages.employerReturns}>{t('act.KEEP')}</Link>
  if (option.kind === 'TRANSFER' || option.kind === 'SELL')
    return (
      <Link to={isOwn ? onOwnPage(leasingAgreementId, wayOf(option, event)) : pages.employerTransfers}>
        {t(isOwn ? `act.${option.kind}` : 'act.TRANSFERS')}
      </Link>
    )
  if (option.kind === 'CLAIM' && isOwn) return <Link to={pages.myBike}>{t('act.CLAIM')}</Link>
  return option.kind === 'ABSENCE_PLAN' && may('absence-plan:make') ? <Plan view={view} isOwn={isOwn} /> : null
}

/** Why somebody is absent; only another reason than the usual ones is told in words. */
function AbsenceKind() {
  const t = useTexts('life-events')
  const isOther = useForm().inputOf('kind', 'select') === 'OTHER'
  return (
    <>
      <Field
        name="kind"
        kind="select"
        label={t('why')}
        options={absenceKinds.map((value) => ({ value, label: t(`absence.${value}`) }))}
      />
      {isOther && <Field name="text" label={t('absence.OTHER')} missing={t('otherMissing')} required />}
    </>
  )
}

/** The plan of an absence from the day that was given on. */
function Plan({ view, isOwn }: Pick<Props, 'view' | 'isOwn'>) {
  const t = useTexts('life-events')
  return (
    <Form
      endpoint={absencePlans.create}
      initial={{ kind: 'PARENTAL' }}
      also={{ leasingAgreementId: view.leasingAgreementId, fromDay: view.day }}
      submit={t('act.ABSENCE_PLAN')}
      refresh={readsOfPlans}
      onDone={() => {
        showDone(t('started'))
        navigate(isOwn ? pages.myBike : pages.employerAbsences)
      }}
    >
      <AbsenceKind />
      <Field name="toDay" kind="day" label={t('lastUnpaidDay')} />
      <PlannedMonths from={view.day} isOwn={isOwn} />
    </Form>
  )
}
