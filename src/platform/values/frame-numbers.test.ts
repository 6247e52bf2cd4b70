import { expect, it } from 'vitest'
import { frameKey, frameNumberOver, writtenFrameNumber } from './frame-numbers.ts'

it.each(['HT7770100', 'ht7 770 100', ' HT7-770-100 ', 'Ht7\u00a0770-100'])(
  '%s is one bicycle however it is typed',
  (typed) => {
    expect(frameKey(typed)).toBe('HT7770100')
    expect(frameNumberOver('HT7 770 100', typed)).toBe('HT7 770 100')
  },
)

it('another number is kept in the groups in which it was typed', () => {
  expect(writtenFrameNumber('  wtu-77  031 ')).toBe('WTU-77 031')
  expect(frameNumberOver('HT7 770 100', 'ht7 770 101')).toBe('HT7 770 101')
  expect(frameNumberOver(null, 'ht7-1')).toBe('HT7-1')
})
