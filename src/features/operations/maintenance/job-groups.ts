/** The scheduled jobs by what they look after, as the settings list them. */
export const jobGroups = {
  leases: [
    'start-leases',
    'end-leases',
    'call-off-new-bikes',
    'apply-payment-changes',
    'follow-vat-rates',
    'follow-redemptions',
    'follow-returns',
    'follow-brokerages',
    'follow-absence-plans',
    'take-back-leases',
    'merge-leases',
  ],
  money: [
    'start-monthly-billing',
    'continue-billing',
    'lock-large-months',
    'end-payroll-deductions',
    'bank-inbox',
    'settle-online-payments',
    'ask-old-payments',
    'send-online-refunds',
    'e-invoices',
    'e-invoice-inbox',
    'settle-bank-accounts',
    'settle-lessor-accounts',
  ],
  messages: [
    'nudge-turns',
    'call-for-payroll-locks',
    'tell-on-payroll-day',
    'tell-of-new-terms',
    'ask-stores',
    'remind-of-ends',
    'remind-of-invoices',
    'tell-bonds',
  ],
  records: [
    'number-vouchers',
    'post-supplies',
    'keep-lease-assets',
    'refresh-turns',
    'make-documents',
    'follow-earlier-release',
    'keep-event-heads',
    'make-record-roots',
    'stamp-record-roots',
    'settle-identity-changes',
    'follow-proposals',
    'follow-deputies',
  ],
  retention: [
    'housekeeping',
    'hide-lapsed-secrets',
    'remove-old-applications',
    'remove-old-invitations',
    'remove-absence-reasons',
    'empty-old-claims',
    'remove-old-copies',
    'erase-confirmed',
    'retain-by-class',
    'replay-erasures',
    'shut-unused-accounts',
  ],
} as const

export type JobGroup = keyof typeof jobGroups

const groupOf = new Map<string, JobGroup>(
  (Object.keys(jobGroups) as JobGroup[]).flatMap((group) => jobGroups[group].map((name) => [name, group] as const)),
)

/** The jobs group by group; one that a newer server runs and this page does not know stands with the records. */
export function byGroup<Job extends { readonly name: string }>(jobs: readonly Job[]): [JobGroup, Job[]][] {
  const grouped = Map.groupBy(jobs, ({ name }) => groupOf.get(name) ?? 'records')
  return (Object.keys(jobGroups) as JobGroup[])
    .map((group): [JobGroup, Job[]] => [group, grouped.get(group) ?? []])
    .filter(([, members]) => members.length > 0)
}
