import type { Browser } from '@playwright/test'
import { openDatabase } from '#platform/server/database/db.ts'
import { startEmbeddedPostgres } from '#platform/server/postgres/embedded-postgres.ts'
import { systemEnv } from '#platform/server/runtime/env.ts'
import { addMonths, firstOfMonth, helsinkiDay, monthOf } from '#platform/values/days.ts'
import { buildCompany, buildEmployee, buildRunningLease } from '#testing/builders.ts'
import type { World } from '#testing/world.ts'
import { expect, expectAccessible, type Service, signedIn, signIn, testOn } from './helpers/support.ts'

const company = 'Esimerkki Konkka Oy'
const returner = 'palauttaja@konkka.example'

/** A company with thirty running leases of the operator's, of people with the demo's password. */
async function addThirtyLeases(dataDir: string): Promise<void> {
  const embedded = await startEmbeddedPostgres({ dataDir, fsync: false })
  const database = openDatabase({ write: embedded.connection, poolSize: 2 })
  try {
    const world = { services: { database }, env: systemEnv } as World
    const { password_hash } = await database.primary
      .selectFrom('users')
      .select('password_hash')
      .where('email', '=', 'employee@demo.example')
      .executeTakeFirstOrThrow()
    const of = await buildCompany(
      world,
      { name: company },
      { lessor: { kind: 'OPERATOR', name: 'Esimerkki Rahoitus' } },
    )
    const start = addMonths(firstOfMonth(monthOf(helsinkiDay(new Date()))), -6)
    for (let i = 0; i < 30; i += 1) {
      const { employeeId } = await buildEmployee(
        world,
        of,
        {},
        {
          email: i === 0 ? returner : `henkilo${i}@konkka.example`,
          first_name: 'Konkka',
          last_name: `Esimerkki ${String(i + 1).padStart(2, '0')}`,
          password_hash,
        },
      )
      await buildRunningLease(world, {
        company: of,
        employeeId,
        agreement: { start_day: start, lease_months: 24, end_day: addMonths(start, 24), bike_at: 'EMPLOYEE' },
      })
    }
  } finally {
    await database.close()
    await embedded.stop()
  }
}

const extract = Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n')

/** Another member of the staff says yes to what has been proposed. */
async function confirmAsSecond(browser: Browser, service: Service): Promise<void> {
  const second = await signedIn(browser, service, 'super@demo.example')
  await second.goto(`${service.url}/admin/vahvistukset`)
  await second.getByRole('button', { name: new RegExp(company) }).click()
  await second.getByRole('button', { name: 'Vahvista' }).click()
  await second.getByRole('dialog').getByRole('button', { name: 'Vahvista' }).click()
  await expect(second.getByText('Vahvistettu ja tehty').filter({ visible: true }).first()).toBeVisible()
  await second.context().close()
}

const test = testOn(addThirtyLeases)

test('thirty leases of a bankrupt employer are worked off: one bike is returned, the lessor takes back the rest', {
  tag: '@long',
}, async ({ browser, service }) => {
  test.setTimeout(300_000)
  let staff = await signedIn(browser, service, 'internal@demo.example')
  const list = `${service.url}/admin/lahtevat-yritykset`
  await staff.goto(list)
  await staff.getByRole('button', { name: 'Ehdota yrityksen lähtöä' }).click()
  const dialog = staff.getByRole('dialog')
  await dialog.getByLabel('Yritys', { exact: true }).fill('Konkka')
  await staff.getByRole('option', { name: company }).click()
  await dialog.getByLabel('Miksi').selectOption('Konkurssi')
  await dialog.getByLabel('Peruste').fill('Käräjäoikeuden päätös')
  await dialog.getByRole('button', { name: 'Ehdota', exact: true }).click()
  await dialog.getByRole('link', { name: 'Katso ehdotus' }).click()
  await staff
    .locator('input[type=file]')
    .setInputFiles({ name: 'ote.pdf', mimeType: 'application/pdf', buffer: extract })
  await expect(staff.getByRole('link', { name: 'Liite' })).toBeVisible()
  await expectAccessible(staff, 'a proposed bankruptcy')
  await confirmAsSecond(browser, service)
  await staff.goto(list)
  const row = staff.getByRole('row', { name: new RegExp(company) })
  await expect(row).toContainText('0 / 30')

  const context = await browser.newContext({ locale: 'fi-FI', viewport: { width: 390, height: 844 } })
  const person = await context.newPage()
  await signIn(person, service, returner)
  await person.goto(`${service.url}/mybike`)
  await person.getByRole('region', { name: 'Mitä voit tehdä' }).getByRole('button', { name: 'Palauta pyörä' }).click()
  await person.getByRole('region', { name: 'Palauta pyörä' }).getByRole('button', { name: 'Palauta pyörä' }).click()
  await person.getByRole('dialog').getByRole('button', { name: 'Palauta pyörä' }).click()
  await expect(person.getByRole('button', { name: 'Peru palautus' })).toBeVisible()
  await expectAccessible(person, 'a bike of a bankrupt employer')

  await staff.goto(`${service.url}/admin/palautukset?search=Konkka`)
  await staff.getByRole('button', { name: /Konkka/ }).click()
  for (const step of ['Hyväksy palautus', 'Merkitse vastaanotetuksi', 'Kirjaa tarkastus']) {
    await staff.getByRole('button', { name: step }).click()
    await staff.getByRole('dialog').getByRole('button', { name: step }).click()
    await expect(staff.getByRole('dialog')).toHaveCount(0)
  }
  await expect(staff.getByText('Leasing on vielä käynnissä.')).toBeVisible()

  // The days to choose are over, and the lessor takes back what nobody has chosen for: with the month.
  const now = new Date(await service.now())
  const afterChoice = new Date(now.getTime() + 32 * 86_400_000)
  await service.moveClock(afterChoice.toISOString())
  const afterMonth = new Date(Date.UTC(afterChoice.getUTCFullYear(), afterChoice.getUTCMonth() + 1, 2, 8))
  await service.moveClock(afterMonth.toISOString())

  staff = await signedIn(browser, service, 'internal@demo.example')
  await staff.goto(list)
  await staff.getByRole('button', { name: company }).click()
  await expect(staff.getByText('Päättynyt, pyörä noutamatta')).toHaveCount(29)
  await expectAccessible(staff, 'the leases of a bankrupt company')
  await staff.getByRole('checkbox', { name: 'Valitse kaikki sivun rivit' }).last().check()
  await staff.getByRole('button', { name: 'Merkitse noudetuksi' }).click()
  await expect(staff.getByText('29 pyörää merkitty noudetuksi')).toBeVisible({ timeout: 30_000 })
  await staff.getByRole('button', { name: 'Merkitse hoidetuksi' }).click()
  await staff
    .getByRole('dialog', { name: 'Merkitse hoidetuksi' })
    .getByRole('button', { name: 'Merkitse hoidetuksi' })
    .click()
  await expect(staff.getByRole('row', { name: new RegExp(company) })).toContainText('30 / 30')
  await expect(staff.getByRole('row', { name: new RegExp(company) })).toContainText('Hoidettu')
})
