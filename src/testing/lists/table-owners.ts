import { features } from '#app/server/features.ts'
import type { TableOwner } from '#testing/sources/source-sql.ts'

const owned = (owner: string, ...tables: string[]) => Object.fromEntries(tables.map((table) => [table, { owner }]))

const firstRows = 'writes the rows that a new database begins with'
const expiry = 'removes what has expired, table by table, every night'
const bondMoves = 'moves what hangs on an invited person to their account, and ends a bond with all that hangs on it'
const invitationOver = 'removes what an invitation that is over leaves behind'
const legacy = 'brings orders of the earlier site over as they were'

/** What the features say of themselves, and the tables of the platform and those that more than one writes. */
const writers: Readonly<Record<string, TableOwner>> = {
  ...Object.assign({}, ...features.map(({ name, tables = [] }) => owned(name, ...tables))),
  signed_documents: {
    owner: 'agreements',
    others: { orders: legacy, 'lease-changes': "adds the annex of a changed payment to the agreement's documents" },
  },
  leasing_agreements: {
    owner: 'agreements',
    others: { orders: `starts, ends and voids leases as effects of the order's moves, and ${legacy}` },
  },
  ...owned('app', 'permissions'),
  companies: { owner: 'companies', others: { memberships: bondMoves } },
  payroll_recipients: {
    owner: 'companies',
    others: { memberships: bondMoves, invitations: invitationOver },
  },
  contact_forms: { owner: 'contact-forms', others: { platform: expiry } },
  beneficiary_employees: {
    owner: 'employees',
    others: {
      memberships: bondMoves,
      invitations: invitationOver,
      accounts: 'removes applications that led to nothing',
    },
  },
  invitations: { owner: 'invitations', others: { memberships: 'answers an invitation' } },
  invoices: {
    owner: 'invoices',
    others: {
      'bike-services': 'keeps the paper of a service, and that its person says it was not had',
      billing: 'names the billing run of the invoices that it made',
      'e-invoices': "enters the store's invoice that came as an e-invoice",
      orders: "unties the store's invoice as an effect of a move",
      payments: 'notes the days of the reminders of a bill',
    },
  },
  leasing_companies: { owner: 'leasing', others: { app: firstRows } },
  billing_tables: { owner: 'leasing', others: { app: firstRows } },
  notifications: { owner: 'notifications', others: { invitations: invitationOver } },
  orders: { owner: 'orders', others: { invoices: 'notes the day on which the bike was paid in full' } },
  users: {
    owner: 'accounts',
    others: {
      memberships: bondMoves,
      'identity-changes': 'takes a changed name, address or number over once it is confirmed',
      invitations: `makes the row of an invited person, and ${invitationOver}`,
      registration: 'makes the account of a person who registers',
      sessions: 'keeps how a person signs in: password, second factor, language, last time',
    },
  },
  ...owned(
    'platform',
    'event_chains',
    'accepted_breaks',
    'event_closings',
    'events',
    'idempotency_keys',
    'job_runs',
    'rate_limits',
    'events_without_root',
    'record_alarms',
    'record_leaves',
    'record_roots',
    'record_stamps',
    'scheduled_jobs',
    'open_turns',
    'turns_to_refresh',
    'turn_sources',
    'turn_tallies',
  ),
  documents_to_make: { owner: 'platform', others: { app: 'tries a failed document again at an operator’s command' } },
  ...owned('platform', 'schema_lock', 'schema_migrations'),
  files: { owner: 'platform', others: { orders: legacy } },
  link_tokens: {
    owner: 'platform',
    others: {
      companies: 'ends links with their company or group, and counts and revokes registration links',
      sessions: 'ends a password link that a newer one replaces',
    },
  },
  ...owned('platform', 'former_addresses', 'young_addresses'),
  outbox: { owner: 'platform', others: { outbox: 'sends a message again that was given up' } },
  settings: {
    owner: 'platform',
    others: {
      bookkeeping: 'keeps the codes of accounts',
      demo: "keeps the demo's clock",
      maintenance: 'keeps the switch that closes the service',
      rights: 'keeps what the last run of retention has ended',
      tax: 'keeps what tax years share',
    },
  },
  user_roles: {
    owner: 'platform',
    others: {
      memberships: bondMoves,
      invitations: invitationOver,
      accounts: 'takes the role of an application that led to nothing',
    },
  },
  roles: { owner: 'roles', others: { app: firstRows } },
  role_permissions: { owner: 'roles', others: { app: firstRows } },
  sessions: { owner: 'sessions', others: { platform: `ends all sessions of an account, and ${expiry}` } },
  sign_in_tickets: {
    owner: 'sessions',
    others: {
      accounts: 'ends open sign-ins of a deactivated account',
      platform: `ends all open sign-ins of an account, and ${expiry}`,
    },
  },
  verification_codes: {
    owner: 'sessions',
    others: { registration: 'proves the address of a registration', platform: expiry },
  },
  vat_rates: { owner: 'vat', others: { app: firstRows } },
}

/** Where a person's own rows go with them. */
const erased = `bike_brokerage_photos bike_return_photos contact_forms former_addresses idempotency_keys
  insurance_claim_photos invitations notifications outbox personal_copies proposals sign_in_address_changes user_roles users
  verification_codes young_addresses`.split(/\s+/)

const withErasure = (table: string, owner: TableOwner): TableOwner =>
  erased.includes(table)
    ? {
        ...owner,
        others: {
          ...owner.others,
          rights: 'erases whom two members of staff have confirmed, and restricts the use of data',
        },
      }
    : owner

/** Each table with the feature that writes it; everybody else is named with the reason. */
export const tableOwners: Readonly<Record<string, TableOwner>> = Object.fromEntries(
  Object.entries(writers).map(([table, owner]) => [table, withErasure(table, owner)]),
)
