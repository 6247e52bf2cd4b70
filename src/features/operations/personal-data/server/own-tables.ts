/** Tables whose rows are a person's own: how they signed in, what they were sent, what they chose. */
export const ownTables = [
  'verification_codes',
  'sign_in_tickets',
  'sessions',
  'link_tokens',
  'outbox',
  'notifications',
  'user_preferences',
  'list_views',
  'recovery_codes',
  'invitations',
  'identity_changes',
  'personal_copies',
] as const
