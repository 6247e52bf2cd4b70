import type { Page } from '@playwright/test'
import { expect, expectAccessible, type Service, settled, signedIn, testOn } from './helpers/support.ts'

// The service’s clock moves on to the end of a term, which other journeys would meet.
const test = testOn(async () => undefined)

const rider = 'Cornelia'
const DAY = 86_400_000

test('staff mark a bicycle as lost whose term is over and which nobody brought, and find it again', {
  tag: '@long',
}, async ({ browser, service }) => {
  test.setTimeout(300_000)
  const last = await lastDayOf(await signedIn(browser, service, 'internal@demo.example'), service)
  const over = Date.parse(`${last}T08:00:00Z`)
  const goTo = async (days: number) => {
    for (const minutes of [0, 10]) await service.moveClock(new Date(over + days * DAY + minutes * 60_000).toISOString())
  }
  await goTo(2)
  const early = await signedIn(browser, service, 'internal@demo.example')
  await open(early, service)
  await expect(early.getByText('Työntekijä ja työnantaja saavat vielä valita.')).toBeVisible()
  await expect(early.getByRole('button', { name: 'Merkitse kadonneeksi' })).toHaveCount(0)
  await goTo(36)
  const page = await signedIn(browser, service, 'internal@demo.example')
  await open(page, service)
  await decide(page, 'Merkitse kadonneeksi', 'Kukaan ei ole vastannut, eikä pyörää löydy.')
  await expect(page.getByText('Pyörä on merkitty kadonneeksi.')).toBeVisible()
  await decide(page, 'Pyörä löytyi', 'Pyörä oli kellarissa.')
  await expect(page.getByRole('button', { name: 'Merkitse kadonneeksi' })).toBeVisible()
  await expectAccessible(page, 'a bicycle that was lost and found')
})

async function lastDayOf(page: Page, service: Service): Promise<string> {
  const reply = await page.request.get(`${service.url}/api/leasing-agreements/list?search=${rider}`)
  return ((await reply.json()) as { items: { endDay: string }[] }).items[0]!.endDay
}

async function open(page: Page, service: Service) {
  await page.goto(`${service.url}/admin/sopimukset?q=${rider}`)
  await settled(page)
  await page
    .getByRole('row', { name: new RegExp(rider) })
    .getByRole('button')
    .first()
    .click()
}

/** Presses an act and tells what is known of the bicycle, without which it is refused. */
async function decide(page: Page, act: string, reason: string) {
  await page.getByRole('complementary').getByRole('button', { name: act }).click()
  const dialog = page.getByRole('dialog')
  const known = dialog.getByLabel('Mitä pyörästä tiedetään')
  await dialog.getByRole('button', { name: act }).click()
  await expect(known).toHaveAttribute('aria-invalid', 'true')
  await known.fill(reason)
  await dialog.getByRole('button', { name: act }).click()
  await expect(dialog).toHaveCount(0)
}
