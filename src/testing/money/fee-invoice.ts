import { issueInvoice, type NewInvoice } from '#features/money/invoices/ledger/server/issue.ts'
import { systemActor } from '#platform/server/events/events.ts'
import type { Day } from '#platform/values/days.ts'
import type { World } from '#testing/world.ts'

interface FeeInvoice {
  readonly companyId: string
  readonly lines: readonly {
    readonly cents: number
    readonly vatBasisPoints?: number
    readonly purpose?: 'DEDUCTIBLE'
    readonly supplyDay?: Day
  }[]
  readonly dueDay?: Day
  readonly billingMonth?: string
  readonly buyer?: Partial<NewInvoice['buyer']>
  /** Whom it bills; the employer unless another is named. */
  readonly party?: Pick<NewInvoice, 'party' | 'lessorId'>
}

const plainBuyer = {
  name: 'Esimerkkiyritys Oy',
  businessId: null,
  address: null,
  eInvoiceAddress: null,
  email: null,
  language: 'fi' as const,
}

/** Sends a company an invoice of fees, a line for each amount. @returns its id */
export async function buildFeeInvoice(
  world: World,
  { companyId, lines, dueDay, billingMonth, buyer, party }: FeeInvoice,
): Promise<string> {
  const { id } = await world.services.database.transaction((db) =>
    issueInvoice(db, world.services, {
      actor: systemActor,
      invoice: {
        companyId,
        purpose: 'FEE',
        ...(party ?? { party: 'EMPLOYER' }),
        ...(billingMonth ? { billingMonth } : {}),
        dueDay: dueDay ?? '2026-12-31',
        buyer: { ...plainBuyer, ...buyer },
        lines: lines.map(({ cents, vatBasisPoints = 2550, purpose = 'FEE' as const, supplyDay }) => ({
          purpose,
          description: 'Maksu',
          grossCents: cents,
          vatBasisPoints,
          ...(supplyDay ? { supplyDay } : {}),
        })),
      },
    }),
  )
  return id
}
