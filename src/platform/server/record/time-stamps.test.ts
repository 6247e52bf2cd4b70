import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyTimeStamp } from '#platform/record/time-stamps.ts'
import { systemEnv } from '#platform/server/runtime/env.ts'
import { type Authority, hasOpenssl, openAuthority } from '#testing/cases/time-stamp-authority.ts'
import { requestTimeStamp } from './time-stamps.ts'

const content = Buffer.from('what is stamped')

describe.skipIf(!hasOpenssl).each(['rsa', 'ec'] as const)(
  'a time stamp of an authority with a key of the kind %s',
  (kind) => {
    let authority: Authority
    let foreign: Authority
    beforeAll(async () => {
      authority = await openAuthority(kind)
      foreign = await openAuthority(kind)
    })
    afterAll(() => Promise.all([authority.close(), foreign.close()]))

    const ask = (url = authority.timestamp.url, env = systemEnv) => {
      const { trusted } = authority.timestamp
      return requestTimeStamp(content, { url, trusted }, { env, withinMs: 3_000 })
    }
    const tokenOf = async () => Uint8Array.from((await ask()).token)

    it('says when it saw the content and who says so, and OpenSSL agrees', async () => {
      authority.answer('right')
      const before = Date.now()
      const { token, at, authority: name } = await ask()
      expect(name).toBe('Esimerkki Aikaleima')
      expect(Math.abs(at.getTime() - before)).toBeLessThan(60_000)
      expect([authority.holds(token, content), authority.holds(token, Buffer.from('other'))]).toEqual([true, false])
    })

    it.each([
      ['refusing', 'STATUS'],
      ['other-nonce', 'NONCE'],
      ['other-content', 'IMPRINT'],
      ['broken', 'CHAIN'],
      ['fault', '503'],
      ['mute', 'timeout'],
    ] as const)('is none when the authority is %s', async (manner, why) => {
      authority.answer(manner)
      await expect(ask()).rejects.toThrow(why)
    })

    it('is none of an authority under another root, or by a clock an hour away from ours', async () => {
      authority.answer('right')
      await expect(ask(foreign.timestamp.url)).rejects.toThrow('CHAIN')
      const late = { ...systemEnv, now: () => new Date(Date.now() + 3_600_000) }
      await expect(ask(authority.timestamp.url, late)).rejects.toThrow('TIME')
    })

    it('holds for its content alone, under its own root alone, and with none of its bytes changed', async () => {
      authority.answer('right')
      const token = await tokenOf()
      const faultOf = async (of: Uint8Array<ArrayBuffer>, over: Uint8Array, trusted?: readonly Uint8Array[]) =>
        (await verifyTimeStamp(of, over, { trusted })).fault
      expect(await faultOf(token, content, authority.timestamp.trusted)).toBeNull()
      expect(await faultOf(token, content)).toBeNull()
      expect(await faultOf(token, Buffer.from('other'))).toBe('IMPRINT')
      expect(await faultOf(token, content, foreign.timestamp.trusted)).toBe('CHAIN')
      for (let place = 60; place < token.length; place += 97) {
        const changed = Uint8Array.from(token)
        changed[place]! ^= 1
        expect([place, await faultOf(changed, content, authority.timestamp.trusted)]).not.toEqual([place, null])
      }
    })
  },
)
