import { describe, expect, test } from 'vitest'
import { type StoreFacts, storeActions, storeStageOf } from './store-page.ts'

const facts: StoreFacts = {
  status: 'CONFIRMED',
  resumeStatus: null,
  mayBeProcessed: false,
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
    ['a confirmed order that cannot be processed yet', {}, ['prepare', 'ask']],
    ['a confirmed order', { mayBeProcessed: true }, ['prepare', 'ready', 'ask', 'checkCode']],
    [
      'one that nobody has processed, with its code checked',
      { mayBeProcessed: true, isCodeChecked: true },
      ['ask', 'report'],
    ],
    ['one that nobody has processed and that is sent', { mayBeProcessed: true, isSent: true }, ['ask']],
    [
      'one that nobody has processed and that has no code',
      { mayBeProcessed: true, hasCode: false },
      ['prepare', 'ready', 'ask'],
    ],
    [
      'one handed over before it was processed',
      { mayBeProcessed: true, isCodeChecked: true, isDelivered: true },
      ['report', 'invoice'],
    ],
    [
      'a confirmed one that waits for the buyer',
      { status: 'WAITING_FOR_CUSTOMER_COMMENT', resumeStatus: 'CONFIRMED', mayBeProcessed: true, isCodeChecked: true },
      [],
    ],
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

describe('the head of a store’s page', () => {
  test.each([
    ['estimate', {}, false],
    ['prepare', { mayBeProcessed: true }, false],
    ['ready', { status: 'PROCESSED', isReady: true }, false],
    ['handOver', { status: 'PROCESSED', isReady: true, isCodeChecked: true }, false],
    ['invoice', { status: 'PROCESSED', isCodeChecked: true, isDelivered: true }, false],
    ['waits', { mayBeProcessed: true, isSent: true }, false],
    ['asked', { status: 'WAITING_FOR_CUSTOMER_COMMENT', resumeStatus: 'PROCESSED' }, false],
    ['delivered', { status: 'ACTIVE_LEASING', isDelivered: true, hasInvoice: true }, false],
    ['paid', { status: 'ACTIVE_LEASING', isDelivered: true, hasInvoice: true }, true],
    ['cancelled', { status: 'CANCELLED', isDelivered: true }, true],
  ] as const)('says %s', (stage, changes, isPaid) => {
    expect(storeStageOf({ ...facts, ...changes }, isPaid)).toBe(stage)
  })
})
