import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { compareReceipt, type Receipt, signersOf, verifyReceipt } from '#platform/server/record/receipts.ts'
import { readConfig } from '#platform/server/runtime/config.ts'
import { StartupError } from '#platform/server/runtime/startup-error.ts'
import { verify } from './commands/backup.ts'
import { withDatabase } from './commands/with-database.ts'

interface Given {
  readonly receipt: string
  readonly document?: string | undefined
  readonly certificate?: string | undefined
  readonly log?: boolean | undefined
}

/** Verifies the receipt of an agreement with nothing but files, and with `--log` whether the log still says so. */
async function verifyOne({ receipt: file, document, certificate, log }: Given): Promise<boolean> {
  const receipt = JSON.parse(readFileSync(file, 'utf8')) as Receipt
  const faults = verifyReceipt(receipt, {
    document: document === undefined ? undefined : readFileSync(document),
    certificate: certificate === undefined ? undefined : readFileSync(certificate),
  })
  if (faults.length === 0 && log)
    faults.push(...(await withDatabase(readConfig(process.env), ({ read }) => compareReceipt(read, receipt))))
  for (const { what, where } of faults) console.error(`${what} ${where}`)
  if (faults.length > 0) {
    console.log(`The receipt does not hold in ${faults.length} places.`)
    return false
  }
  for (const { name, fingerprint } of signersOf(receipt)) console.log(`Signed by ${name}, certificate ${fingerprint}.`)
  const { agreementNumber, events, roots } = receipt
  console.log(`The receipt of ${agreementNumber} holds: ${events.length} events under ${roots.length} roots.`)
  return true
}

const options = {
  receipt: { type: 'string' },
  document: { type: 'string' },
  certificate: { type: 'string' },
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
