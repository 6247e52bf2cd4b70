import { endpoint, Instant, OneOf, Shape, T } from '#platform/contract/contract.ts'
import { brand } from '#platform/values/brand.ts'

const Health = Shape({ status: OneOf(['ok', 'maintenance']), time: Instant })

export const health = {
  check: endpoint({
    method: 'GET',
    path: '/api/health-check',
    access: 'public',
    duringMaintenance: true,
    light: true,
    summary: 'Whether the service and its database answer; polled by the browser every 60 s.',
    replies: { 200: Health },
    errors: ['SERVICE_UNAVAILABLE'],
  }),
  ready: endpoint({
    method: 'GET',
    path: '/api/ready',
    access: 'public',
    duringMaintenance: true,
    light: true,
    summary: 'Whether this node takes new requests; for load balancers.',
    replies: { 200: Shape({ ready: T.Boolean() }) },
    errors: ['SERVICE_UNAVAILABLE'],
  }),
  brand: brand.get,
}
