import { expect, test } from 'vitest'
import type { OwnEmployment } from '#features/people/employees/shapes.ts'
import { choicesOf, mayStartAnother, type OrderRow } from './own-choices.ts'

const employment = (beneficiaryEmployeeId: string, more: object = {}) =>
  ({
    beneficiaryEmployeeId,
    status: 'ACCEPTED',
    employment: 'ACTIVE',
    policy: { orderCount: 1 },
    ...more,
  }) as OwnEmployment
const row = (orderId: string, beneficiaryEmployeeId: string, orderStatus: OrderRow['orderStatus']): OrderRow => ({
  orderId,
  orderNumber: orderId,
  orderStatus,
  bike: null,
  beneficiaryEmployeeId,
})

test('an order under way comes before applications, those before closed orders', () => {
  const employments = [employment('a'), employment('b', { status: 'PENDING' }), employment('c')]
  const rows = [row('old', 'a', 'CANCELLED'), row('now', 'c', 'PENDING')]
  expect(choicesOf(employments, rows).map(({ key }) => key)).toEqual(['now', 'b', 'old'])
})

test('another order may begin when the policy leaves room and the person works there', () => {
  const cancelled = [row('old', 'a', 'CANCELLED')]
  expect(mayStartAnother(employment('a'), cancelled)).toBe(true)
  expect(mayStartAnother(employment('a'), [row('now', 'a', 'ACTIVE_LEASING')])).toBe(false)
  expect(mayStartAnother(employment('a', { policy: { orderCount: 2 } }), [row('now', 'a', 'ACTIVE_LEASING')])).toBe(
    true,
  )
  expect(mayStartAnother(employment('a', { employment: 'LEAVING' }), cancelled)).toBe(false)
})
