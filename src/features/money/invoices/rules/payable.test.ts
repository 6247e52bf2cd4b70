import { describe, expect, it } from 'vitest'
import { type OrderStatus, orderStatuses } from '#features/orders/orders/rules.ts'
import { type InvoiceStatus, invoiceStatuses } from '../rules.ts'
import { accountOf, nextGate, type PayableFacts, type PayableProblem, type PaymentGate, payable } from './payable.ts'
import type { InvoiceStage } from './settlement.ts'

const fine: PayableFacts = {
  direction: 'PURCHASE',
  stage: 'VERIFIED',
  isCreditNote: false,
  totalCents: 250_000,
  creditedCents: 0,
  openCents: 250_000,
  isPaidInShop: false,
  isMatched: true,
  order: { status: 'READY_FOR_BILLING', isDelivered: true, isBought: false },
  otherNumber: null,
  isPaidEarly: false,
  isDisputed: false,
  iban: 'FI2112345600000785',
  registerIban: 'FI2112345600000785',
  ownIban: 'FI7615903000001238',
}

/** What an order in a state says against a payment; its facts are those that it has there. */
const orders: Record<OrderStatus, { says: PayableProblem | null; isMatched: boolean; isDelivered: boolean }> = {
  NOT_STARTED: { says: 'NOT_MATCHED', isMatched: false, isDelivered: false },
  PENDING: { says: 'NOT_MATCHED', isMatched: false, isDelivered: false },
  PACKAGE_PROVIDED: { says: 'NOT_MATCHED', isMatched: false, isDelivered: false },
  ALL_INFO_PROVIDED: { says: 'NOT_MATCHED', isMatched: false, isDelivered: false },
  CONFIRMED: { says: 'NOT_MATCHED', isMatched: false, isDelivered: false },
  PROCESSED: { says: 'NOT_MATCHED', isMatched: false, isDelivered: false },
  WAITING_FOR_INVOICE_MATCH: { says: 'NOT_MATCHED', isMatched: false, isDelivered: false },
  WAITING_FOR_DELIVERY_DATE: { says: 'NOT_DELIVERED', isMatched: true, isDelivered: false },
  READY_FOR_BILLING: { says: null, isMatched: true, isDelivered: true },
  GRENKE_INVOICE_SENT: { says: null, isMatched: true, isDelivered: true },
  ACTIVE_LEASING: { says: null, isMatched: true, isDelivered: true },
  WAITING_FOR_CUSTOMER_COMMENT: { says: null, isMatched: true, isDelivered: true },
  CANCELLED: { says: 'ORDER_CANCELLED', isMatched: true, isDelivered: true },
  CASE_X: { says: 'ORDER_SET_ASIDE', isMatched: true, isDelivered: true },
  WIX: { says: 'NOT_MATCHED', isMatched: false, isDelivered: false },
  REFUNDED: { says: 'ORDER_CANCELLED', isMatched: true, isDelivered: true },
}

type Says = PayableProblem | null
/** What a payment in a state says at each gate, and its open cents where they are not the whole. */
const payments: Record<InvoiceStatus, { at: readonly [Says, Says, Says, Says]; stage?: InvoiceStage; open?: number }> =
  {
    RECEIVED: { at: ['NOT_VERIFIED', 'NOT_VERIFIED', 'NOT_VERIFIED', 'NOT_VERIFIED'] },
    VERIFIED: { at: [null, 'NOT_APPROVED', 'NOT_APPROVED', 'NOT_APPROVED'] },
    APPROVED: { at: ['ALREADY_APPROVED', null, 'ALREADY_APPROVED', 'ALREADY_APPROVED'] },
    PAYMENT_QUEUED: { at: ['IN_QUEUE', 'IN_QUEUE', null, null] },
    PAYMENT_SENT_TO_BANK: { at: ['AT_BANK', 'AT_BANK', 'AT_BANK', 'AT_BANK'] },
    PAYMENT_TRANSACTION_REMOVED: { at: [null, 'NOT_APPROVED', 'NOT_APPROVED', 'NOT_APPROVED'] },
    PAYMENT_DENIED: { at: ['DENIED', 'DENIED', 'DENIED', 'DENIED'] },
    PARTLY_PAID: { at: [null, 'NOT_APPROVED', 'NOT_APPROVED', 'NOT_APPROVED'], stage: 'VERIFIED', open: 100 },
    PAID: { at: ['PAID', 'PAID', 'PAID', 'PAID'], stage: 'PAYMENT_SENT_TO_BANK', open: 0 },
    MARKED_PAID: { at: ['PAID', 'PAID', 'PAID', 'PAID'], stage: 'VERIFIED', open: 0 },
    INVALIDATED: { at: ['VOIDED', 'VOIDED', 'VOIDED', 'VOIDED'] },
    DELETED: { at: ['VOIDED', 'VOIDED', 'VOIDED', 'VOIDED'] },
    OVERRIDDEN: { at: ['VOIDED', 'VOIDED', 'VOIDED', 'VOIDED'] },
    STARTED: { at: ['NOT_AN_INVOICE', 'NOT_AN_INVOICE', 'NOT_AN_INVOICE', 'NOT_AN_INVOICE'] },
    INVOICED: { at: ['NOT_AN_INVOICE', 'NOT_AN_INVOICE', 'NOT_AN_INVOICE', 'NOT_AN_INVOICE'] },
    UNFINISHED: { at: ['NOT_AN_INVOICE', 'NOT_AN_INVOICE', 'NOT_AN_INVOICE', 'NOT_AN_INVOICE'] },
    NOT_SENT: { at: ['NOT_AN_INVOICE', 'NOT_AN_INVOICE', 'NOT_AN_INVOICE', 'NOT_AN_INVOICE'] },
    SENT: { at: ['NOT_AN_INVOICE', 'NOT_AN_INVOICE', 'NOT_AN_INVOICE', 'NOT_AN_INVOICE'] },
    UNSAVED: { at: ['NOT_AN_INVOICE', 'NOT_AN_INVOICE', 'NOT_AN_INVOICE', 'NOT_AN_INVOICE'] },
  }
const gates: readonly PaymentGate[] = ['APPROVE', 'QUEUE', 'MAKE', 'RELEASE']

describe.each(orderStatuses)('of an order %s', (orderStatus) => {
  const { says, isMatched, isDelivered } = orders[orderStatus]
  const order = { status: orderStatus, isDelivered, isBought: false }

  it.each(invoiceStatuses)(
    'a payment %s passes each gate where both allow it, and is told the payment’s reason first',
    (status) => {
      const { at, stage = status as InvoiceStage, open = 250_000 } = payments[status]
      const facts = { ...fine, stage, openCents: open, isMatched, order }
      expect(gates.map((gate) => payable(facts, gate))).toEqual(at.map((one) => one ?? says))
    },
  )
})

describe('an invoice that could be approved', () => {
  const refused: [PayableProblem | null, Partial<PayableFacts>][] = [
    ['NOT_AN_INVOICE', { direction: 'SALES' }],
    ['NOT_AN_INVOICE', { isCreditNote: true }],
    ['CREDITED', { creditedCents: 250_000, openCents: 0 }],
    // Overpaid by a later credit: what comes back is no more to be paid.
    ['PAID', { creditedCents: 10_000, openCents: -10_000 }],
    ['PAID_IN_SHOP', { isPaidInShop: true }],
    ['OTHER_INVOICE', { otherNumber: 'L-2' }],
    ['OTHER_INVOICE', { otherNumber: 'L-2', isMatched: false }],
    ['NOT_MATCHED', { isMatched: false, order: null }],
    [null, { order: null }],
    ['NOT_DELIVERED', { order: { status: 'WAITING_FOR_CUSTOMER_COMMENT', isDelivered: false, isBought: false } }],
    [null, { order: { status: 'WAITING_FOR_DELIVERY_DATE', isDelivered: false, isBought: false }, isPaidEarly: true }],
    ['ORDER_CANCELLED', { order: { status: 'CANCELLED', isDelivered: false, isBought: false }, isPaidEarly: true }],
    [null, { order: { status: 'REFUNDED', isDelivered: true, isBought: true } }],
    ['DISPUTED', { isDisputed: true }],
    ['NO_REGISTER_IBAN', { iban: null, registerIban: null }],
    ['NO_REGISTER_IBAN', { registerIban: null }],
    ['NO_IBAN', { iban: null, registerIban: undefined }],
    [null, { iban: null }],
    ['OWN_ACCOUNT', { iban: 'FI7615903000001238', registerIban: undefined }],
    ['OWN_ACCOUNT', { iban: null, registerIban: 'FI7615903000001238' }],
    ['PAYEE_WAITS', { registerIban: 'FI1410093000123458' }],
    // A person's receipt: nobody's account stands in a register.
    [null, { registerIban: undefined }],
  ]

  it.each(refused)('is told %s for %o', (problem, facts) => {
    expect(payable({ ...fine, ...facts }, 'APPROVE')).toBe(problem)
  })

  it('is told when its payment is larger than what is open', () => {
    const queued = { ...fine, stage: 'PAYMENT_QUEUED' as const, openCents: 100 }
    expect(payable(queued, 'RELEASE', 101)).toBe('LESS_OPEN')
    expect(payable(queued, 'RELEASE', 100)).toBeNull()
  })
})

it('an invoice is paid to its own account, else to that of the register', () => {
  expect(accountOf({ iban: 'A', registerIban: 'B' })).toBe('A')
  expect(accountOf({ iban: null, registerIban: 'B' })).toBe('B')
  expect(accountOf({ iban: null, registerIban: undefined })).toBeNull()
})

it('the next gate follows from the stage, and none from where nothing can leave', () => {
  const next = (stage: InvoiceStage, more: Partial<PayableFacts> = {}) => nextGate({ ...fine, stage, ...more })
  expect(next('VERIFIED')).toBe('APPROVE')
  expect(next('APPROVED')).toBe('QUEUE')
  expect(next('PAYMENT_QUEUED')).toBe('MAKE')
  expect(next('PAYMENT_SENT_TO_BANK')).toBeNull()
  expect(next('RECEIVED')).toBeNull()
  expect(next('APPROVED', { openCents: 0 })).toBeNull()
  expect(next('APPROVED', { isCreditNote: true })).toBeNull()
  expect(next('APPROVED', { direction: 'SALES' })).toBeNull()
})
