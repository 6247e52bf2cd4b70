import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Receipt } from '#platform/record/receipt.ts'
import type { TimeStamp } from '#platform/record/time-stamps.ts'
import { verifyReceipt } from '#platform/record/verify-receipt.ts'
import { compareReceipt } from '#platform/server/record/receipts.ts'
import { readConfig } from '#platform/server/runtime/config.ts'
import { StartupError } from '#platform/server/runtime/startup-error.ts'
import { verify } from './commands/backup.ts'
import { withDatabase } from './commands/with-database.ts'

interface Given {
  readonly receipt: string
  readonly document?: string | undefined
  readonly certificate?: string | undefined
  readonly authority?: string | undefined
  readonly log?: boolean | undefined
}

/** What a third party says of when the receipt's roots were there. */
function stampedBy(stamp: TimeStamp | null, isJudged: boolean): string {
  if (!stamp) return 'No time stamp: the roots are dated by their signer alone.'
  const { at, authority } = stamp
  const trust = isJudged
    ? 'as its certificates prove'
    : 'give --authority FILE with its certificates to prove who that is'
  return `Time-stamped ${at.toISOString()} by ${authority.name}, certificate ${authority.fingerprint}: ${trust}.`
}

/** Verifies the receipt of an agreement with nothing but files, and with `--log` whether the log still says so. */
async function verifyOne({ receipt: file, document, certificate, authority, log }: Given): Promise<boolean> {
  const receipt = JSON.parse(readFileSync(file, 'utf8')) as Receipt
  const read = (name: string | undefined) => (name === undefined ? undefined : readFileSync(name))
  const beside = { document: read(document), certificate: read(certificate), authority: read(authority) }
  const { signers, stamp, ...found } = await verifyReceipt(receipt, beside)
  const faults = [...found.faults]
  if (faults.length === 0 && log)
    faults.push(...(await withDatabase(readConfig(process.env), (database) => compareReceipt(database.read, receipt))))
  for (const { what, where } of faults) console.error(`${what} ${where}`)
  if (faults.length > 0) {
    console.log(`The receipt does not hold in ${faults.length} places.`)
    return false
  }
  for (const { name, fingerprint } of signers) console.log(`Signed by ${name}, certificate ${fingerprint}.`)
  console.log(stampedBy(stamp, authority !== undefined))
  const { agreementNumber, events, roots } = receipt
  console.log(`The receipt of ${agreementNumber} holds: ${events.length} events under ${roots.length} roots.`)
  return true
}

const options = {
  receipt: { type: 'string' },
  document: { type: 'string' },
  certificate: { type: 'string' },
  authority: { type: 'string' },
  log: { type: 'boolean' },
} as const

try {
  const { receipt, ...beside } = parseArgs({ options }).values
  if (receipt === undefined) process.exitCode = await verify()
  else process.exitCode = (await verifyOne({ receipt, ...beside })) ? 0 : 1
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error)
  process.exitCode = 2
}
