import { describe, expect, test } from 'vitest'
import { type StoreFacts, storeActions } from './store-page.ts'

const facts: StoreFacts = {
  status: 'CONFIRMED',
  resumeStatus: null,
  isSent: false,
  hasCode: true,
  isCodeChecked: false,
  isReady: false,
  isDelivered: false,
  hasInvoice: false,
}
const actionsOf = (changes: Partial<StoreFacts>) =>
  Object.entries(storeActions({ ...facts, ...changes })).flatMap(([act, may]) => (may ? [act] : []))

describe('what a store may do with its order', () => {
  test.each([
    ['a confirmed order', {}, ['prepare', 'ask']],
    ['one whose bicycle is ready', { status: 'PROCESSED', isReady: true }, ['ask', 'checkCode', 'invoice']],
    ['a processed one', { status: 'PROCESSED' }, ['prepare', 'ready', 'ask', 'checkCode', 'invoice']],
    ['one with its code checked', { status: 'PROCESSED', isCodeChecked: true }, ['ask', 'report', 'invoice']],
    ['one that is sent', { status: 'PROCESSED', isSent: true }, ['ask', 'report', 'invoice']],
    ['one without a code', { status: 'PROCESSED', hasCode: false }, ['prepare', 'ready', 'ask', 'report', 'invoice']],
    [
      'one that waits for the buyer',
      { status: 'WAITING_FOR_CUSTOMER_COMMENT', resumeStatus: 'PROCESSED', isCodeChecked: true },
      ['report', 'invoice'],
    ],
    [
      'a delivered one',
      { status: 'READY_FOR_BILLING', isCodeChecked: true, isDelivered: true, hasInvoice: true },
      ['report'],
    ],
    ['a billed one', { status: 'GRENKE_INVOICE_SENT', isCodeChecked: true, isDelivered: true, hasInvoice: true }, []],
    ['a cancelled one', { status: 'CANCELLED' }, []],
    ['one not yet confirmed', { status: 'ALL_INFO_PROVIDED', hasCode: false }, []],
  ] as const)('%s', (_name, changes, actions) => {
    expect(actionsOf(changes)).toEqual(actions)
  })
})
