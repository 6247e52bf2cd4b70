import { failField } from '#platform/contract/errors.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { centsFromEuros } from '#platform/values/money.ts'
import type { LineDirection, LineParty, PayerType } from '../rules.ts'

const partyOfPayer: Readonly<Record<PayerType, LineParty | null>> = {
  BIKE_STORE: 'STORE',
  OPERATOR: 'LESSOR',
  GRENKE: 'LESSOR',
  LEASE_PLUS: 'LESSOR',
  SVEA: null,
  EMPLOYEE: 'PERSON',
  OTHER: null,
}

/** Who a payer of a line made by hand is to us. */
const partyOf = (payerType: PayerType, isEmployer = false): LineParty | null =>
  payerType === 'OTHER' && isEmployer ? 'EMPLOYER' : partyOfPayer[payerType]

interface NewLine {
  readonly payerType: PayerType
  readonly isEmployer?: boolean
  readonly direction: LineDirection
  readonly expected: number
  readonly note?: string | null
  readonly shortfallOf?: string
}

/** Adds a line by hand to an open case. */
export async function addLine(
  { db, env }: SignedInContext,
  of: { id: string; companyId: string },
  line: NewLine,
): Promise<void> {
  const { count } = await db
    .selectFrom('order_cancellation_lines')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('order_cancellation_id', '=', of.id)
    .executeTakeFirstOrThrow()
  if (Number(count) >= MAX_LINES) failField('lines', 'TOO_MANY', 'has too many lines')
  await db
    .insertInto('order_cancellation_lines')
    .values({
      id: env.id(),
      company_id: of.companyId,
      order_cancellation_id: of.id,
      position: Number(count) + 1,
      payer_type: line.payerType,
      party: partyOf(line.payerType, line.isEmployer),
      direction: line.direction,
      expected_cents: centsFromEuros(line.expected),
      note: line.note?.trim() || null,
      shortfall_of: line.shortfallOf ?? null,
    })
    .execute()
}

const MAX_LINES = 50
