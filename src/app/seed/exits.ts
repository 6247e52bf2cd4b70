import { companyExits } from '#features/company-exits/contract.ts'
import type { BodyOf } from '#platform/contract/contract.ts'
import { addDays, helsinkiDay } from '#platform/values/days.ts'
import { daysAgo } from './clock.ts'
import { clientOf, type SeedParts } from './orders.ts'

/**
 * Company D leaves the service in a month, and its people have been asked to choose; the mark of a year's end was taken
 * back before. Company E is bankrupt, and nothing is left to work off. Company F merges into C.
 */
export async function seedExit(parts: SeedParts): Promise<void> {
  const { clock, people, world, actors } = parts
  clock.setTo(daysAgo(clock, 2), 50)
  const staff = await people.signIn(actors.staff.userId)
  const client = clientOf(parts)
  type Mark = Pick<BodyOf<typeof companyExits.create>, 'companyId' | 'intoCompanyId' | 'kind' | 'reason'>
  const mark = (days: number, of: Mark) =>
    client.ok(companyExits.create, { as: staff, body: { ...of, fromDay: addDays(helsinkiDay(clock.now()), days) } })
  const leaves = { companyId: world.d.companyId, kind: 'LEAVES' } as const
  const early = await mark(300, { ...leaves, reason: 'Yritys kertoi puhelimessa lopettavansa.' })
  await client.ok(companyExits.withdraw, {
    as: staff,
    params: { id: early.id },
    query: { version: early.version, reason: 'Päivä oli väärä.' },
  })
  await mark(30, { ...leaves, reason: 'Yritys on irtisanonut sopimuksen palvelusta.' })
  await mark(40, {
    companyId: world.f.companyId,
    kind: 'MERGED',
    intoCompanyId: world.c.companyId,
    reason: 'Yritykset yhdistyvät, ja henkilöstö siirtyy vanhoina työntekijöinä.',
  })
  const bankrupt = await mark(-10, {
    companyId: world.e.companyId,
    kind: 'BANKRUPT',
    reason: 'Käräjäoikeus on asettanut yrityksen konkurssiin.',
  })
  await client.ok(companyExits.workOff, {
    as: staff,
    params: { id: bankrupt.id },
    body: { version: bankrupt.version },
  })
}
