import { returns } from '#features/lease-ends/returns/contract.ts'
import { leaseChanges } from '#features/leases/lease-changes/contract.ts'
import { applyPaymentChanges } from '#features/leases/lease-changes/server/apply-job.ts'
import { helsinkiDay, monthOf, nextMonth } from '#platform/values/days.ts'
import { daysAgo } from './clock.ts'
import { clientOf, type SeedParts } from './order-client.ts'

const leaseOf = ({ services }: SeedParts, email: string) =>
  services.database.primary
    .selectFrom('leasing_agreements as a')
    .innerJoin('beneficiary_employees as e', 'e.id', 'a.beneficiary_employee_id')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .select(['a.id', 'a.agreement_number'])
    .where('u.email', '=', email)
    .executeTakeFirstOrThrow()

/** The service share of a lease changes from the next month on. */
async function changePayment(parts: SeedParts, email: string, daysBefore: number): Promise<void> {
  const { clock, people, actors } = parts
  clock.setTo(daysAgo(clock, daysBefore), 20)
  const client = clientOf(parts)
  const as = await people.signIn(actors.staff.userId)
  const lease = await leaseOf(parts, email)
  const params = { id: lease.id }
  const { version, serviceShare } = await client.ok(leaseChanges.changes, { as, params })
  await client.ok(leaseChanges.changePayment, {
    as,
    params,
    body: {
      fromMonth: nextMonth(monthOf(helsinkiDay(clock.now()))),
      serviceShare: serviceShare + 3,
      reason: 'Vakuutusmaksu nousee.',
      confirmation: lease.agreement_number,
      version,
    },
  })
}

/** The staff end a lease two months on: its bicycle was found not to be fit to ride. */
async function endLease(parts: SeedParts, email: string): Promise<void> {
  const { clock, people, actors } = parts
  const client = clientOf(parts)
  const as = await people.signIn(actors.staff.userId)
  const lease = await leaseOf(parts, email)
  const params = { id: lease.id }
  const { version } = await client.ok(leaseChanges.changes, { as, params })
  await client.ok(leaseChanges.end, {
    as,
    params,
    body: {
      endMonth: nextMonth(nextMonth(monthOf(clock.today))),
      endsAs: 'RETURNED',
      bikeAt: 'STORE',
      reason: 'Rungossa on vika, jota valmistaja ei korjaa. Pyörä on jo liikkeellä.',
      confirmation: lease.agreement_number,
      version,
    },
  })
}

/**
 * A payment that has changed, one that will and whose taxation is reviewed, an end that the staff have set, and a bicycle
 * that the employer keeps.
 */
export async function seedLeaseChanges(parts: SeedParts): Promise<void> {
  const { services, clock, people, actors } = parts
  await changePayment(parts, 'cia.esimerkki@saari.example', 45)
  await changePayment(parts, 'casper.esimerkki@saari.example', 4)
  clock.setTo(daysAgo(clock, 2), 30)
  await applyPaymentChanges.run(services)
  await endLease(parts, 'cia.esimerkki@saari.example')
  const { id } = await leaseOf(parts, 'bodil.esimerkki@tuohi.example')
  await clientOf(parts).ok(returns.keep, {
    as: await people.signIn(actors.b.userId),
    body: {
      leasingAgreementId: id,
      fromMonth: nextMonth(monthOf(clock.today)),
      bikeAt: 'EMPLOYER',
    },
  })
}
