import { lessorFiles } from '#features/leases/lessor-files/contract.ts'
import type { DifferenceKind } from '#features/leases/lessor-files/rules/compare.ts'
import { ordinaryProfile } from '#features/leases/lessor-files/rules/profile.ts'
import type { DriveClient, Driver } from '#features/operations/demo/server/order-drive.ts'
import { amountText, dayText } from '#platform/server/documents/csv-cells.ts'
import { addDays, type Day } from '#platform/values/days.ts'
import { daysAgo } from './clock.ts'
import { clientOf, type SeedParts } from './order-client.ts'

interface Lease {
  readonly id: string
  readonly agreement_number: string
  readonly instalment_cents: number
  readonly end_day: Day | null
  readonly ends_on: Day | null
}

const leasesOfGrenke = ({ services }: SeedParts): Promise<Lease[]> =>
  services.database.primary
    .selectFrom('leasing_agreements as a')
    .innerJoin('leasing_companies as l', 'l.id', 'a.leasing_company_id')
    .select(['l.id', 'a.agreement_number', 'a.instalment_cents', 'a.end_day', 'a.ends_on'])
    .where('l.kind', '=', 'GRENKE')
    .where('a.lease_state', '=', 'ACTIVE')
    .orderBy('a.agreement_number')
    .execute()

const { decimalSign, dateFormat, headers, answers } = ordinaryProfile
const lastDay = ({ ends_on, end_day }: Lease): Day => [ends_on, end_day].filter((day) => day !== null).toSorted()[0]!
const listOf = (leases: readonly Lease[]) =>
  [
    [headers.agreementNumber, headers.instalment, headers.endDay],
    ...leases.map((lease) => [
      lease.agreement_number,
      amountText(lease.instalment_cents, decimalSign),
      dayText(lastDay(lease), dateFormat),
    ]),
    ['GR-40771', '89,00', '31.12.2027'],
  ]
    .map((line) => `${line.join(';')}\r\n`)
    .join('')

const answersOf = (accepted: readonly Lease[], rejected: Lease, ending: Lease) =>
  [
    [headers.agreementNumber, headers.answer, headers.reason, headers.endDay],
    ...accepted.map((lease) => [lease.agreement_number, answers.ACCEPTED, '', '']),
    [rejected.agreement_number, answers.REJECTED, 'Runkonumero puuttuu', ''],
    [ending.agreement_number, answers.END, 'Takaisinosto', dayText(lastDay(ending), dateFormat)],
  ]
    .map((line) => `${line.join(';')}\r\n`)
    .join('')

/** What is done with the lessor's files in the demo, by one of the staff. */
function filesOf(client: DriveClient, as: Driver, leasingCompanyId: string) {
  return {
    tell: () => client.ok(lessorFiles.tell, { as, body: { leasingCompanyId } }),
    takeIn: (kind: 'LIST' | 'ANSWERS', fileName: string, text: string) =>
      client.ok(lessorFiles.takeIn, { as, query: { leasingCompanyId, kind, fileName }, body: Buffer.from(text) }),
    async decide(kind: DifferenceKind, act: 'TELL' | 'SETTLE') {
      const { items } = await client.ok(lessorFiles.differences, { as, query: { leasingCompanyId, state: 'OPEN' } })
      const { lessorDifferenceId: id, version } = items.find((one) => one.kind === kind)!
      const reason = 'Vanha sopimus toisesta palvelusta, poistuu luettelosta vuodenvaihteessa.'
      const given = act === 'SETTLE' ? { reason } : {}
      await client.ok(lessorFiles.decide, { as, params: { id }, body: { act, ...given, version } })
    },
  }
}

/**
 * Files to and from Grenke: what it was told, a list of last month and one of this one, and its answers. A difference is
 * settled, one is gone, one has been told to it, one will be, and the others wait for the staff.
 */
export async function seedLessorFiles(parts: SeedParts): Promise<void> {
  const { clock, people, actors } = parts
  clock.setTo(daysAgo(clock, 6), 40)
  const [missing, otherSum, otherDay, corrected, ...rest] = await leasesOfGrenke(parts)
  if (!missing || !otherSum || !otherDay || !corrected) return
  const as = await people.signIn(actors.staff.userId)
  const files = filesOf(clientOf(parts), as, missing.id)
  const wrongSum = (lease: Lease) => ({ ...lease, instalment_cents: lease.instalment_cents + 500 })
  await files.tell()
  await files.takeIn('LIST', 'luettelo-1.csv', listOf([missing, otherSum, otherDay, wrongSum(corrected), ...rest]))
  await files.decide('UNKNOWN', 'SETTLE')
  clock.setTo(daysAgo(clock, 1), 40)
  const otherEnd = { ...otherDay, ends_on: addDays(lastDay(otherDay), -31) }
  await files.takeIn('LIST', 'luettelo-2.csv', listOf([wrongSum(otherSum), otherEnd, corrected, ...rest]))
  await files.decide('NOT_ON_LIST', 'TELL')
  await files.tell()
  await files.decide('END_DAY', 'TELL')
  await files.takeIn('ANSWERS', 'vastaukset.csv', answersOf(rest, otherSum, otherEnd))
}
