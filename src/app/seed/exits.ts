import { companyExits } from '#features/company-exits/contract.ts'
import { addDays, helsinkiDay } from '#platform/values/days.ts'
import { daysAgo } from './clock.ts'
import { clientOf, type SeedParts } from './orders.ts'

/**
 * Company D leaves the service in a month, and its people have been asked to choose; the mark of a year's end was taken
 * back before. Company E is bankrupt, and nothing is left to work off.
 */
export async function seedExit(parts: SeedParts): Promise<void> {
  const { clock, people, world, actors } = parts
  clock.setTo(daysAgo(clock, 2), 50)
  const staff = await people.signIn(actors.staff.userId)
  const client = clientOf(parts)
  const mark = (companyId: string, kind: 'LEAVES' | 'BANKRUPT', days: number, reason: string) =>
    client.ok(companyExits.create, {
      as: staff,
      body: { companyId, kind, fromDay: addDays(helsinkiDay(clock.now()), days), reason },
    })
  const early = await mark(world.d.companyId, 'LEAVES', 300, 'Yritys kertoi puhelimessa lopettavansa.')
  await client.ok(companyExits.withdraw, {
    as: staff,
    params: { id: early.id },
    query: { version: early.version, reason: 'Päivä oli väärä.' },
  })
  await mark(world.d.companyId, 'LEAVES', 30, 'Yritys on irtisanonut sopimuksen palvelusta.')
  const bankrupt = await mark(world.e.companyId, 'BANKRUPT', -10, 'Käräjäoikeus on asettanut yrityksen konkurssiin.')
  await client.ok(companyExits.workOff, {
    as: staff,
    params: { id: bankrupt.id },
    body: { version: bankrupt.version },
  })
}
