import { proposals } from '#features/ground/proposals/contract.ts'
import { companyExits } from '#features/lease-ends/company-exits/contract.ts'
import type { Driver } from '#features/operations/demo/server/order-drive.ts'
import type { BodyOf } from '#platform/contract/contract.ts'
import { createPdf } from '#platform/server/documents/pdf.ts'
import { demoBrand } from '#platform/values/brand.ts'
import { addDays, helsinkiDay } from '#platform/values/days.ts'
import { daysAgo } from './clock.ts'
import { clientOf, type SeedParts } from './order-client.ts'

async function extract(at: Date): Promise<Buffer> {
  const title = 'Kaupparekisteriote'
  return (await createPdf({ title, language: 'fi', brand: demoBrand, at, headline: title })).finish()
}

type Mark = Pick<BodyOf<typeof companyExits.create>, 'companyId' | 'intoCompanyId' | 'kind' | 'reason'>

/** Proposes an exit: each company's admin says yes, and the other member of the staff with an extract where none is. */
async function markerOf(parts: SeedParts) {
  const { clock, people, world, actors } = parts
  const client = clientOf(parts)
  const as = await people.signIn(actors.staff.userId)
  const second = await people.signIn(actors.superAdmin.userId)
  const admins = new Map([
    [world.c.companyId, await people.signIn(actors.c.userId)],
    [world.d.companyId, await people.signIn(actors.d.userId)],
  ])
  return async (days: number, of: Mark) => {
    const body = { ...of, fromDay: addDays(helsinkiDay(clock.now()), days) }
    let view = await client.ok(companyExits.create, { as, body })
    const params = { id: view.proposalId }
    const confirm = async (by: Driver) => {
      clock.pass(20)
      view = await client.ok(proposals.confirm, { as: by, params, body: { version: view.version } })
    }
    const asked = view.companies.flatMap(({ companyId }) => admins.get(companyId) ?? [])
    for (const admin of asked) await confirm(admin)
    if (view.state === 'OPEN') {
      const query = { version: view.version, fileName: 'Kaupparekisteriote.pdf' }
      const file = await extract(clock.now())
      view = await client.ok(proposals.attachFile, { as, params, query, body: file })
      await confirm(second)
    }
    const found = await client.ok(companyExits.list, { as, query: { companyId: of.companyId } })
    return found.items.find(({ state }) => state === 'OPEN')!
  }
}

/**
 * Company D leaves the service in a month, and its people have been asked to choose; the mark of a year's end was taken
 * back before. Company E is bankrupt, and nothing is left to work off. Company F merges into C.
 */
export async function seedExit(parts: SeedParts): Promise<void> {
  const { clock, people, world, actors } = parts
  clock.setTo(daysAgo(clock, 2), 50)
  const staff = await people.signIn(actors.staff.userId)
  const client = clientOf(parts)
  const mark = await markerOf(parts)
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
