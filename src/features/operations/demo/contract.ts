import { endpoint, Instant, Nullable, OneOf, Shape, T } from '#platform/contract/contract.ts'

const OutboxItem = Shape({
  channel: OneOf(['EMAIL', 'SMS']),
  to: T.String(),
  subject: T.String(),
  text: T.String(),
  html: T.Optional(T.String()),
  links: T.Array(T.String()),
  createdAt: Instant,
})

/** Answer only in demo mode on a loopback address; everywhere else they do not exist. */
export const demo = {
  users: endpoint({
    method: 'GET',
    path: '/api/demo/users',
    access: 'public',
    duringMaintenance: true,
    summary: 'The demo users with their password and current TOTP codes.',
    replies: {
      200: Shape({
        items: T.Array(
          Shape({ email: T.String(), password: T.String(), note: T.String(), code: Nullable(T.String()) }),
        ),
      }),
    },
    errors: ['NOT_FOUND'],
  }),
  outbox: endpoint({
    method: 'GET',
    path: '/api/demo/outbox',
    access: 'public',
    duringMaintenance: true,
    summary: 'Every e-mail and text message that the demo has sent, newest first.',
    query: Shape({ to: T.Optional(T.String({ maxLength: 254 })) }),
    replies: { 200: Shape({ items: T.Array(OutboxItem) }) },
    errors: ['NOT_FOUND'],
  }),
  totp: endpoint({
    method: 'GET',
    path: '/api/demo/totp',
    access: 'public',
    duringMaintenance: true,
    summary: 'The current TOTP code of a demo user.',
    query: Shape({ email: T.String({ maxLength: 254 }) }),
    replies: { 200: Shape({ code: T.String() }) },
    errors: ['NOT_FOUND'],
  }),
  clock: endpoint({
    method: 'GET',
    path: '/api/demo/clock',
    access: 'public',
    duringMaintenance: true,
    summary: 'What time the demo lives in.',
    replies: { 200: Shape({ now: Instant }) },
    errors: ['NOT_FOUND'],
  }),
  moveClock: endpoint({
    method: 'PUT',
    path: '/api/demo/clock',
    access: 'public',
    duringMaintenance: true,
    summary: "Moves the demo's clock forward to an instant, at most two years, and runs the jobs that fall due.",
    body: Shape({ now: Instant }),
    replies: { 200: Shape({ now: Instant }) },
    errors: ['NOT_FOUND', 'VALIDATION'],
  }),
}
