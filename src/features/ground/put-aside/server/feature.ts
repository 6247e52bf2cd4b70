import type { Feature } from '#platform/server/runtime/feature.ts'

export const putAsideFeature: Feature = {
  name: 'put-aside',
  tables: ['intake_asides', 'intake_files'],
}
