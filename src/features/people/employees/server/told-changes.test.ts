import { expect, it } from 'vitest'
import { notifications } from '#features/ground/notifications/contract.ts'
import { buildEmployee } from '#testing/builders.ts'
import { admin, company, prepareEmployees, read, rowOf, world } from '#testing/cases/employee-cases.ts'
import { employees } from '../contract.ts'

prepareEmployees()

it('a person hears what their employer changes for them, once each, and nothing of what only payroll reads', async () => {
  const { employeeId, userId } = await buildEmployee(world, company)
  const person = await world.signIn(userId)
  const change = async (body: object) => {
    const { version } = await rowOf(employeeId)
    await world.ok(employees.update, { as: admin, params: { id: employeeId }, body: { ...body, version } })
  }
  const heard = async () => {
    const { notifications: list } = await world.ok(notifications.list, { as: person, query: { limit: 20 } })
    await world.ok(notifications.markAsRead, { as: person, body: { notificationIds: list.map(({ id }) => id) } })
    return list.filter(({ read: isRead }) => !isRead).map(({ message }) => message)
  }
  await heard()
  await change({ lastWorkingDayDate: '2027-03-31' })
  expect(await heard()).toEqual([expect.stringContaining('viimeiseksi työpäiväksesi 31.3.2027')])
  const { email } = await read().selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()
  const mails = await read().selectFrom('outbox').select('template').where('recipient', '=', email).execute()
  expect(mails.map(({ template }) => template)).toEqual(['employees:notice.changed.lastDay'])
  await change({ lastWorkingDayDate: null, maxPrice: 2500.5 })
  expect((await heard()).toSorted()).toEqual([
    expect.stringMatching(/enimmäishinnaksi 2.500,50.€/),
    expect.stringContaining('jatkuu toistaiseksi'),
  ])
  await change({ absence: { from: '2027-01-04', to: '2027-02-28' } })
  expect(await heard()).toEqual([expect.stringContaining('4.1.2027–28.2.2027')])
  await change({ absence: { from: '2027-01-04', to: '2027-02-28' }, employerNote: 'Vain meille', costUnit: '77' })
  expect(await heard()).toEqual([])
})
