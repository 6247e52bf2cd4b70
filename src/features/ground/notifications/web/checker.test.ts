import { describe, expect, it } from 'vitest'
import { CHECK_EVERY_MS } from '../rules.ts'
import { createChecker } from './checker.ts'

/** A browser whose clock only moves when told. */
function browser(look: () => Promise<void> = async () => {}) {
  const state = { visible: true, online: true, looks: 0 }
  let planned: { work: () => void; at: number }[] = []
  let now = 0
  const checker = createChecker(
    () => {
      state.looks += 1
      return look()
    },
    {
      isVisible: () => state.visible,
      isOnline: () => state.online,
      random: () => 0.5,
      later: (work, milliseconds) => {
        const one = { work, at: now + milliseconds }
        planned.push(one)
        return () => {
          planned = planned.filter((other) => other !== one)
        }
      },
    },
  )
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return {
    state,
    checker,
    planned: () => planned.length,
    async start() {
      checker.start()
      await settle()
    },
    async pass(milliseconds: number) {
      now += milliseconds
      const due = planned.filter(({ at }) => at <= now)
      planned = planned.filter(({ at }) => at > now)
      for (const { work } of due) work()
      await settle()
    },
    async turn(change: Partial<typeof state>) {
      Object.assign(state, change)
      checker.turn()
      await settle()
    },
  }
}

describe('the notification checker', () => {
  it('looks at once and then every 30 seconds', async () => {
    const page = browser()
    await page.start()
    expect(page.state.looks).toBe(1)
    await page.pass(CHECK_EVERY_MS - 1)
    expect(page.state.looks).toBe(1)
    await page.pass(1)
    expect(page.state.looks).toBe(2)
    expect(page.planned()).toBe(1)
  })

  it('pauses while the page is hidden and looks when it is shown again', async () => {
    const page = browser()
    await page.start()
    await page.turn({ visible: false })
    await page.pass(10 * CHECK_EVERY_MS)
    expect(page.state.looks).toBe(1)
    await page.turn({ visible: true })
    expect(page.state.looks).toBe(2)
  })

  it('stops offline and looks when the browser comes online', async () => {
    const page = browser()
    await page.start()
    await page.turn({ online: false })
    await page.pass(CHECK_EVERY_MS)
    expect(page.state.looks).toBe(1)
    await page.turn({ online: true })
    expect(page.state.looks).toBe(2)
  })

  it('goes on after a failed look', async () => {
    const page = browser(() => Promise.reject(new Error('down')))
    await page.start()
    await page.pass(CHECK_EVERY_MS)
    expect(page.state.looks).toBe(2)
  })

  it('never looks twice at the same moment, and not after the stop', async () => {
    const page = browser(() => new Promise(() => {}))
    await page.start()
    await page.turn({})
    expect(page.state.looks).toBe(1)
    const stopped = browser()
    await stopped.start()
    stopped.checker.stop()
    await stopped.pass(CHECK_EVERY_MS)
    await stopped.turn({})
    expect(stopped.state.looks).toBe(1)
  })
})
