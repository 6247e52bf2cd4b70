import { afterEach, expect, test } from 'vitest'
import { buildCompany, buildRunningLease, signedInAs } from '#testing/builders.ts'
import { lateNews, leasesOf, lockTwoYears, usualNews } from '#testing/money/payroll-two-years.ts'
import { openWorld, type World } from '#testing/world.ts'

let world: World
afterEach(() => world.close())

test('payroll of two years adds up row by row and file by file, with leavers, absences and late news', async () => {
  world = await openWorld()
  world.env.setNow('2026-01-15T08:00:00Z')
  const company = await buildCompany(world)
  const lease = (agreement = {}) =>
    buildRunningLease(world, { company, agreement: { start_day: '2026-01-01', lease_months: 36, ...agreement } })
  for (const _ of ['leaver', 'absent', 'dearer', 'redeemed', 'doubted']) await lease()
  const exempt = { commitment_day: '2025-02-01', tax_regime: 'EXEMPT_GRANDFATHERED' as const, instalment_cents: 17_000 }
  for (const benefit_model of ['FROM_SALARY', 'ON_TOP', 'EMPLOYEE_PAYS'] as const) {
    await lease({ benefit_model })
    await lease({ ...exempt, benefit_model, lease_months: 20 })
  }
  const admin = await signedInAs(world, 'EMPLOYER_ADMIN', company)
  const own = await leasesOf(world, company.companyId)
  const news = new Map([...usualNews(own), ...lateNews(own)])
  const { companyId } = company
  const rows = (await lockTwoYears(world, [{ companyId, adminId: admin.userId, news }])).rows.get(companyId)!
  expect(rows.filter(({ correctsMonth }) => correctsMonth !== null).length).toBeGreaterThan(5)
  expect(rows.filter(({ event }) => event === 'LEFT').length).toBeGreaterThan(5)
  const redeemed = rows.reduce((sum, row) => sum + row.redemptionTaxableCents, 0)
  expect(redeemed % 15_050).toBe(0)
  expect(redeemed).toBeGreaterThan(0)
}, 300_000)
