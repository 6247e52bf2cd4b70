import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { commandLineOf, lifeOf } from './processes.ts'

test.skipIf(process.platform !== 'linux')(
  'a process that has ended and was not fetched by its parent counts as ended',
  async () => {
    // The shell becomes a program that never asks for the child it has begun, which ends with its input.
    const parent = spawn('sh', ['-c', 'exec 3<&0; cat <&3 >&2 & echo $!; exec sleep 600 3<&-'], {
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    try {
      const [line] = (await once(parent.stdout, 'data')) as [Buffer]
      const pid = Number(line.toString())
      await expect.poll(() => commandLineOf(parent.pid!)).toMatch(/^sleep 600\b/)
      expect(lifeOf(pid)).not.toBeNull()
      parent.stdin.end()
      await expect.poll(() => lifeOf(pid)).toBeNull()
      expect(process.kill(pid, 0)).toBe(true)
    } finally {
      parent.kill('SIGKILL')
    }
  },
)
