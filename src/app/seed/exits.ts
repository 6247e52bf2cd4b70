import { companyExits } from '#features/company-exits/contract.ts'
import { addDays, helsinkiDay } from '#platform/values/days.ts'
import { daysAgo } from './clock.ts'
import { clientOf, type SeedParts } from './orders.ts'

/** Company D leaves the service in a month; its people have been asked to choose. */
export async function seedExit(parts: SeedParts): Promise<void> {
  const { clock, people, world, actors } = parts
  clock.setTo(daysAgo(clock, 2), 50)
  const staff = await people.signIn(actors.staff.userId)
  await clientOf(parts).ok(companyExits.create, {
    as: staff,
    body: {
      companyId: world.d.companyId,
      kind: 'LEAVES',
      fromDay: addDays(helsinkiDay(clock.now()), 30),
      reason: 'Yritys on irtisanonut sopimuksen palvelusta.',
    },
  })
}
