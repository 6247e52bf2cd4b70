import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { roles } from '../contract.ts'
import { rolesHandlers } from './handlers.ts'

export const rolesFeature: Feature = {
  name: 'roles',
  calls: [calls('roles', roles, rolesHandlers)],
  tables: ['role_catalogue'],
}
