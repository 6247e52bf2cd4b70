// @vitest-environment happy-dom

import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { cancellationProcess } from '#features/lease-ends/order-cancellations/rules/process.ts'
import cancellationTexts from '#features/lease-ends/order-cancellations/texts/fi.json' with { type: 'json' }
import { CaseWork } from '#features/lease-ends/order-cancellations/web/CancellationCase.tsx'
import type { RedemptionView } from '#features/lease-ends/redemptions/contract.ts'
import { redemptionProcess } from '#features/lease-ends/redemptions/rules/table.ts'
import redemptionTexts from '#features/lease-ends/redemptions/texts/fi.json' with { type: 'json' }
import { RedemptionSteps } from '#features/lease-ends/redemptions/web/RedemptionSteps.tsx'
import type { ReturnView } from '#features/lease-ends/returns/contract.ts'
import { returnProcess } from '#features/lease-ends/returns/rules/table.ts'
import returnTexts from '#features/lease-ends/returns/texts/fi.json' with { type: 'json' }
import { ReturnSteps } from '#features/lease-ends/returns/web/ReturnSteps.tsx'
import desk from '#features/orders/orders/desk/texts/fi.json' with { type: 'json' }
import platform from '#platform/texts/fi.json' with { type: 'json' }
import { partOf } from '#testing/part-of.ts'
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'

vi.mock('#platform/web/api/user.ts', () => ({ useMay: () => () => true, useUser: () => null }))

const texts = {
  platform,
  desk,
  redemptions: redemptionTexts,
  returns: returnTexts,
  'order-cancellations': cancellationTexts,
}
beforeAll(() => speakFinnish(texts))
afterEach(cleanup)

interface AnyStep {
  readonly name: string
  readonly from: readonly string[] | null
  readonly guards: readonly string[]
  readonly capacities: readonly string[]
}

/** The conditions of the steps that a person may take with a row, but for those that the step's own dialog asks for. */
function refusals({ steps, given }: { steps: readonly AnyStep[]; given: ReadonlySet<string> }) {
  const isAPersons = (step: AnyStep) => step.from !== null && step.capacities.some((name) => !/SYSTEM|TOKEN/.test(name))
  const found = steps
    .filter(isAPersons)
    .flatMap(({ name, guards }) => guards.filter((guard) => !given.has(guard)).map((guard) => [name, guard] as const))
  return [...new Map(found.map((one) => [one.join(), one])).values()]
}

/** A word of a feature's texts, which has to be there. */
function textIn(of: object, group: string, key: string): string {
  const text = (of as Record<string, Record<string, string>>)[group]?.[key]
  if (!text) throw new Error(`No text ${group}.${key}`)
  return text
}

const refused = (step: string, guard: string) => [{ step, to: 'X', allowed: false, unmet: [guard] }]
const id = '00000000-0000-7000-8000-000000000003'

describe('a redemption that refuses a step', () => {
  it.each(refusals(redemptionProcess))('says why: %s, %s', (step, guard) => {
    showPage(<RedemptionSteps redemption={{ id, version: 1, allowedSteps: refused(step, guard) } as RedemptionView} />)
    const action = textIn(redemptionTexts, 'acts', step)
    expect(screen.getByText(`${action}: ${textIn(redemptionTexts, 'guards', guard)}`)).toBeTruthy()
    expect(screen.queryByRole('button', { name: action })).toBeNull()
  })
})

describe('a return that refuses a step', () => {
  it.each(refusals(returnProcess))('says why: %s, %s', (step, guard) => {
    showPage(<ReturnSteps one={{ id, version: 1, allowedSteps: refused(step, guard) } as ReturnView} />)
    const action = textIn(returnTexts, 'acts', step)
    expect(screen.getByText(`${action}: ${textIn(returnTexts, 'guards', guard)}`)).toBeTruthy()
    expect(screen.queryByRole('button', { name: action })).toBeNull()
  })
})

describe('a cancellation that refuses a step', () => {
  const lineId = '00000000-0000-7000-8000-000000000004'
  const invoiceId = '00000000-0000-7000-8000-000000000005'
  const line = {
    lineId,
    payerType: 'BIKE_STORE' as const,
    isEmployer: false,
    direction: 'TO_US' as const,
    expected: 3_400,
    settled: 0,
    state: 'OPEN' as const,
    shortfallOf: null,
    uploads: [],
  }
  const credit = { invoiceId, direction: 'SALES' as const, number: '1001', otherParty: 'Liike', due: 400 }
  const change = { step: 'change', to: 'PENDING', allowed: true, unmet: [] }
  const show = (step: string, guard: string, openItems: readonly object[] = []) =>
    showPage(
      <CaseWork
        one={partOf({
          orderCancellationId: id,
          orderNumber: 'T-1',
          version: 1,
          status: 'PENDING',
          reasonCode: 'WRONG_ORDER',
          lines: [line],
          credits: [credit],
          payers: ['EMPLOYEE'],
          fromUs: 0,
          payments: [],
          uploadedRefunds: [],
          openItems,
          waitingFor: [],
          allowedSteps: [change, ...refused(step, guard)] as never,
        })}
      />,
    )
  const all = refusals(cancellationProcess)

  it.each(all.filter(([step]) => step === 'complete'))('says what is open: %s, %s', (step, item) => {
    show(step, item, [{ item, lineId, invoiceId: null }])
    const { openItem, payer } = cancellationTexts as { openItem: Record<string, string>; payer: Record<string, string> }
    const sentence = openItem[item]!.replace('{{what}}', payer.BIKE_STORE!)
    expect(screen.getByText(sentence)).toBeTruthy()
    const button = screen.getByRole<HTMLButtonElement>('button', { name: cancellationTexts.case.complete })
    expect(button.disabled).toBe(true)
  })

  it.each(all.filter(([step]) => step === 'withdraw'))('says why: %s, %s', (step, guard) => {
    show(step, guard)
    const { guard: guards } = cancellationTexts as { guard: Record<string, string> }
    expect(guards[guard]).toBeTruthy()
    expect(screen.getByText(cancellationTexts.case.noWithdraw.replace('{{why}}', guards[guard]!))).toBeTruthy()
    expect(screen.queryByRole('button', { name: cancellationTexts.case.withdraw })).toBeNull()
  })

  it('has no other step that may be refused', () => {
    expect([...new Set(all.map(([step]) => step))]).toEqual(['complete', 'withdraw'])
  })
})
