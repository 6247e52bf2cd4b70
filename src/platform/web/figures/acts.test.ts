import { expect, it } from 'vitest'
import { byAct, leadOf, messageLine, messagesOf } from './acts.ts'

const event = (eventId: string, act: string | null, type = 'ORDER_CONFIRMED') => ({ eventId, act, type })

it('keeps the events of one act together, and each that knows no act by itself', () => {
  const events = [event('1', '70'), event('2', null), event('3', '70'), event('4', null)]
  expect(byAct(events).map((act) => act.map(({ eventId }) => eventId))).toEqual([['1', '3'], ['2'], ['4']])
})

it('calls an act by what names it, and by a mere change of state only where nothing else does', () => {
  const moved = event('1', '70', 'ORDER_STATUS_UPDATED')
  expect(leadOf([moved, event('2', '70')]).eventId).toBe('2')
  expect(leadOf([moved, event('2', '70', 'PROCESS_STEP')])).toBe(moved)
})

it('names a message once that two events of an act bring', () => {
  const one = { messages: [{ messageId: 'a' }] }
  const both = { messages: [{ messageId: 'a' }, { messageId: 'b' }] }
  expect(messagesOf([one, both]).map(({ messageId }) => messageId)).toEqual(['a', 'b'])
})

it('says of a message that was only kept, or did not arrive, that it has not gone', () => {
  const notGone = { KEPT: 'tallessa, ei lähetetty', DEAD: 'ei mennyt perille' }
  const line = (status: string, subject = 'Kuitti') =>
    messageLine({ messageId: 'm', recipient: 'a@testi.example', language: 'fi', subject, status }, notGone)
  expect(line('SENT')).toEqual({ messageId: 'm', text: 'Kuitti, a@testi.example', language: 'fi', isLost: false })
  expect(line('KEPT', '').text).toBe('a@testi.example · tallessa, ei lähetetty')
  expect(line('DEAD')).toMatchObject({ text: 'Kuitti, a@testi.example · ei mennyt perille', isLost: true })
})
