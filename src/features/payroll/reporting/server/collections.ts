import { employeeUserId, notify } from '#features/ground/notifications/server/notify.ts'
import type { BodyOf, ParamsOf } from '#platform/contract/contract.ts'
import { fail } from '#platform/contract/errors.ts'
import { pages } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import type { Context, Services } from '#platform/server/http/context.ts'
import { formatMonth, type Month } from '#platform/values/days.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import type { reporting } from '../contract.ts'
import type { PayrollAgreement } from '../rules/payroll-facts.ts'
import { askedOutsidePay, collectionIn } from '../rules/payroll-row.ts'
import { type CompanyReport, readReport } from './months.ts'

type AnswerCollection = Context<typeof reporting.answerCollection>

interface Answer {
  readonly agreementId: string
  readonly companyId: string
  readonly month: Month
  readonly isCollected: boolean
  /** Null: what has come in for the service's own bill. */
  readonly by: string | null
}

/** Writes what somebody says of a month outside the pay, in place of what was said before. */
export async function writeCollection(db: Db, { env }: Pick<Services, 'env'>, answer: Answer): Promise<void> {
  const { agreementId, companyId, month, isCollected, by } = answer
  const now = env.now()
  await db
    .insertInto('payroll_collections')
    .values({
      id: env.id(),
      company_id: companyId,
      agreement_id: agreementId,
      month,
      is_collected: isCollected,
      created_by: by,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['agreement_id', 'month']).doUpdateSet((eb) => ({
        is_collected: isCollected,
        created_by: by,
        updated_at: now,
        version: eb('payroll_collections.version', '+', 1),
      })),
    )
    .execute()
}

function collectionView(agreement: PayrollAgreement, month: Month, cents: number) {
  const { person, agreementId, agreementNumber } = agreement
  const answer = collectionIn(agreement, month)
  return {
    leasingAgreementId: agreementId,
    name: `${person.firstName} ${person.lastName}`,
    agreementNumber,
    amount: eurosFromCents(cents),
    isCollected: answer?.isCollected ?? null,
    version: answer?.version ?? null,
  }
}

/** The months that people pay outside the pay, one question per bicycle, by name. */
export function collectionsOf({ payroll }: CompanyReport, month: Month) {
  const asked = payroll.agreements.flatMap((agreement) => {
    const cents = askedOutsidePay(agreement, month, payroll.settings)
    return cents === null ? [] : [collectionView(agreement, month, cents)]
  })
  return asked.sort((left, right) => left.name.localeCompare(right.name, 'fi'))
}

/** The person whose tax the answer decides hears of it. */
async function tellPerson(
  context: AnswerCollection,
  company: CompanyReport['company'],
  { employeeId, month, cents, isCollected }: { employeeId: string; month: Month; cents: number; isCollected: boolean },
): Promise<void> {
  const { db } = context
  await notify(db, context, [await employeeUserId(db, company.id, employeeId)], {
    type: 'GENERAL',
    template: isCollected ? 'reporting:notice.collected' : 'reporting:notice.notCollected',
    values: { company: company.name, month: formatMonth(month), amount: { cents } },
    link: pages.myBike,
    companyId: company.id,
  })
}

/** Takes what a company says of a month outside the pay. The company's row is held, so that no lock runs beside it. */
export async function answerCollection(
  context: AnswerCollection,
  { companyId, leasingAgreementId }: ParamsOf<typeof reporting.answerCollection>,
  { month, isCollected, version }: BodyOf<typeof reporting.answerCollection>,
) {
  const { db, env, user, scope } = context
  const { company, payroll, months } = await readReport(db, scope, companyId, env, { lock: true })
  const agreement = payroll.agreements.find((one) => one.agreementId === leasingAgreementId) ?? fail('NOT_FOUND')
  const cents = askedOutsidePay(agreement, month, payroll.settings)
  if (cents === null || month > months.current) return fail('PAYROLL_COLLECTION_NOT_ALLOWED')
  const seen = collectionView(agreement, month, cents)
  if (seen.version !== version) fail('VERSION_CONFLICT', { details: { current: seen } })
  await writeCollection(db, context, {
    agreementId: leasingAgreementId,
    companyId,
    month,
    isCollected,
    by: user.userId,
  })
  await logEvent(db, env, actorOf(user), 'PAYROLL_COLLECTION_SET', {
    subject: { type: 'agreement', id: leasingAgreementId },
    companyId,
    employeeId: agreement.person.employeeId,
    data: { month, isCollected },
  })
  await tellPerson(context, company, { employeeId: agreement.person.employeeId, month, cents, isCollected })
  return { ...seen, isCollected, version: (version ?? 0) + 1 }
}
