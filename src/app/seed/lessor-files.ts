import { lessorFiles } from '#features/lessor-files/contract.ts'
import { ordinaryProfile } from '#features/lessor-files/rules/profile.ts'
import { amountText, dayText } from '#platform/server/documents/csv-cells.ts'
import { daysAgo } from './clock.ts'
import { clientOf, type SeedParts } from './orders.ts'

/**
 * A file that tells Grenke of its leases, and a list that has come back: one lease is missing on it, one has another
 * instalment, and one number is nobody's.
 */
export async function seedLessorFiles(parts: SeedParts): Promise<void> {
  const { services, clock, people, actors } = parts
  clock.setTo(daysAgo(clock, 1), 40)
  const client = clientOf(parts)
  const as = await people.signIn(actors.staff.userId)
  const leases = await services.database.primary
    .selectFrom('leasing_agreements as a')
    .innerJoin('leasing_companies as l', 'l.id', 'a.leasing_company_id')
    .select(['l.id', 'a.agreement_number', 'a.instalment_cents', 'a.end_day', 'a.ends_on'])
    .where('l.kind', '=', 'GRENKE')
    .where('a.lease_state', '=', 'ACTIVE')
    .orderBy('a.agreement_number')
    .execute()
  const [missing, otherSum, ...rest] = leases
  if (!missing || !otherSum) return
  const { decimalSign, dateFormat, headers } = ordinaryProfile
  const lines = [{ ...otherSum, instalment_cents: otherSum.instalment_cents + 500 }, ...rest].map((lease) =>
    [
      lease.agreement_number,
      amountText(lease.instalment_cents, decimalSign),
      dayText([lease.ends_on, lease.end_day].filter((day) => day !== null).toSorted()[0]!, dateFormat),
    ].join(';'),
  )
  const head = [headers.agreementNumber, headers.instalment, headers.endDay].join(';')
  await client.ok(lessorFiles.tell, { as, body: { leasingCompanyId: missing.id } })
  await client.ok(lessorFiles.takeIn, {
    as,
    query: { leasingCompanyId: missing.id, kind: 'LIST', fileName: 'kaynnissa-olevat.csv' },
    body: Buffer.from([head, ...lines, 'GR-40771;89,00;31.12.2027', ''].join('\r\n')),
  })
}
