import { endpoint, Shape, T } from '#platform/contract/contract.ts'

const NudgeSettings = Shape({
  /** Days of waiting after which the message of a turn is sent for the second and for the third time. */
  firstDays: T.Integer({ minimum: 1, maximum: 30 }),
  secondDays: T.Integer({ minimum: 2, maximum: 60 }),
})
/** Days before the last one on which the message is sent for the last time. */
const lastDays = T.Integer({ minimum: 0, maximum: 14 })
const Kept = Shape({ ...NudgeSettings.properties, lastDays, version: T.Integer() })

export const nudgeSettings = {
  get: endpoint({
    method: 'GET',
    path: '/api/settings/nudges',
    access: 'settings:write',
    summary:
      'After how many days of waiting whoever is awaited gets the message of their turn once more, and how long before its last day.',
    replies: { 200: Kept },
  }),
  set: endpoint({
    method: 'PUT',
    path: '/api/settings/nudges',
    access: 'settings:write',
    summary: 'Changes after how many days of waiting the message of a turn is sent once more.',
    body: Shape({ ...NudgeSettings.properties, lastDays: T.Optional(lastDays), version: T.Integer({ minimum: 0 }) }),
    replies: { 200: Kept },
    errors: ['VERSION_CONFLICT'],
  }),
}
