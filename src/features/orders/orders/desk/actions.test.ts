import { describe, expect, test } from 'vitest'
import { orderSteps } from '#features/orders/orders/rules/transition-table.ts'
import type { orderStatuses } from '#features/orders/orders/rules.ts'
import { partOf } from '#testing/part-of.ts'
import { actionsOf, primaryAction } from './actions.ts'
import { fileCheck } from './file-check.ts'

const move = (to: (typeof orderStatuses)[number], unmet: string[] = []) => ({ to, allowed: unmet.length === 0, unmet })

describe('the actions of an order', () => {
  test('every row of the transition table that leaves a status is an act', () => {
    for (const { from, to, resumable } of orderSteps) {
      for (const status of from ?? []) {
        const target = to === 'RESUME' ? resumable?.[0] : to
        expect(actionsOf(status, [move(target!)]), `${status} → ${target}`).toHaveLength(1)
      }
    }
  })

  test('nothing is offered that the server does not offer', () => {
    expect(actionsOf('CONFIRMED', [])).toEqual([])
    expect(actionsOf('ACTIVE_LEASING', [move('NOT_STARTED')])).toEqual([])
  })

  test('matching an invoice is one action, open although the invoice is missing: its dialog asks for it', () => {
    const actions = actionsOf('WAITING_FOR_INVOICE_MATCH', [
      move('WAITING_FOR_DELIVERY_DATE', ['INVOICE_NOT_MATCHED']),
      move('READY_FOR_BILLING', ['INVOICE_NOT_MATCHED', 'FRAME_NUMBER_MISSING']),
    ])
    expect(actions).toMatchObject([{ name: 'match', open: true, unmet: [] }])
  })

  test('what no dialog can fulfil keeps an action shut and is named', () => {
    const [action] = actionsOf('READY_FOR_BILLING', [move('GRENKE_INVOICE_SENT', ['CERTIFICATE_MISSING'])])
    expect(action).toMatchObject({ name: 'bill', open: false, unmet: ['CERTIFICATE_MISSING'] })
    expect(primaryAction([action!])).toBeUndefined()
  })

  test('an action forward is the primary one, and ending the order stands last', () => {
    const actions = actionsOf('NOT_STARTED', [move('CANCELLED'), move('CASE_X'), move('PENDING')])
    expect(actions.map(({ name }) => name)).toEqual(['openPackage', 'setAside', 'cancel'])
    expect(primaryAction(actions)?.name).toBe('openPackage')
  })

  test('a special case and a step back want a reason', () => {
    expect(actionsOf('CONFIRMED', [move('CASE_X')])[0]?.needsReason).toBe(true)
    expect(actionsOf('WAITING_FOR_DELIVERY_DATE', [move('WAITING_FOR_INVOICE_MATCH')])[0]).toMatchObject({
      name: 'changeInvoice',
      needsReason: true,
    })
  })
})

describe('the lessor’s file', () => {
  const signed = partOf<NonNullable<Parameters<typeof fileCheck>[0]['agreement']>>({ status: 'SIGNED' })
  const whole = {
    agreement: signed,
    invoice: { invoiceId: '1', status: 'VERIFIED', difference: 0, differenceReason: null },
    frameNumber: 'WTU-1',
    deliveryDay: '2026-03-15',
    allowedTransitions: [],
  }
  const missing = (order: Parameters<typeof fileCheck>[0]) =>
    fileCheck(order)
      .filter((p) => !p.present)
      .map((p) => p.paper)

  test('is complete with a signed agreement, a matched invoice and the delivery', () => {
    expect(missing(whole)).toEqual([])
  })

  test('names exactly what is missing', () => {
    expect(missing({ ...whole, frameNumber: null })).toEqual(['FRAME_NUMBER', 'CERTIFICATE'])
    expect(missing({ ...whole, invoice: null })).toEqual(['INVOICE'])
    expect(missing({ ...whole, invoice: { ...whole.invoice, difference: 1.01 } })).toEqual(['DIFFERENCE'])
  })

  test('believes the server where billing is near', () => {
    const allowedTransitions = [move('GRENKE_INVOICE_SENT', ['CERTIFICATE_MISSING'])]
    expect(missing({ ...whole, allowedTransitions })).toEqual(['CERTIFICATE'])
  })
})
