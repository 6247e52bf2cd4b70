import { parseArgs } from 'node:util'
import { resetByOperator } from '#features/ground/identity-changes/server/operator-reset.ts'
import { readConfig } from '#platform/server/runtime/config.ts'
import { StartupError } from '#platform/server/runtime/startup-error.ts'
import { withServices } from './with-database.ts'

/** A reason of a word is none. */
const REASON_LENGTH = 10

/** `reset-factor EMAIL --reason TEXT`: the authenticator app of a named account is taken away. */
export async function resetFactor(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, options: { reason: { type: 'string' } }, allowPositionals: true })
  const [email] = positionals
  const reason = values.reason?.trim() ?? ''
  if (!email || reason.length < REASON_LENGTH)
    throw new StartupError(
      `Say whose second factor and why: reset-factor EMAIL --reason "…", at least ${REASON_LENGTH} characters. The person reads the reason.`,
    )
  return withServices(readConfig(process.env), async (services) => {
    const result = await resetByOperator(services, { email, reason })
    if (result === 'NO_ACCOUNT') throw new StartupError(`Nobody signs in with ${email}.`)
    if (result === 'NO_FACTOR') throw new StartupError(`The account ${email} has no authenticator app.`)
    console.log(`The second factor of ${email} is reset; the event log has it, and the person is told by mail.`)
    return 0
  })
}
