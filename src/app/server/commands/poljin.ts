import { processFacts } from '#platform/server/runtime/config.ts'
import { leaveRoot } from '#platform/server/runtime/posture.ts'
import { StartupError } from '#platform/server/runtime/startup-error.ts'
import { acceptBreak } from './accept-break.ts'
import { backup, checkFiles, moveFiles, restore, verify } from './backup.ts'
import { exportCompany } from './export-company.ts'
import { keys } from './keys.ts'
import { resetFactor } from './reset-factor.ts'
import { retry } from './retry.ts'
import { createAdmin, runJob } from './run-job.ts'

interface Verb {
  readonly use: string
  readonly says: string
  /** @returns the exit code */
  run(args: string[]): Promise<number>
}

const verbs: Readonly<Record<string, Verb>> = {
  backup: {
    use: 'backup --to PLACE [--passphrase-file FILE | --recipient age1…]',
    says: 'one encrypted archive of database, files and notes, while the service works',
    run: backup,
  },
  restore: {
    use: 'restore ARCHIVE --to FOLDER [--passphrase-file FILE | --identity-file FILE]',
    says: 'an archive into an empty folder, and verifies what has come',
    run: restore,
  },
  verify: { use: 'verify', says: 'log, rows, files and keys', run: verify },
  'accept-break': {
    use: 'accept-break SUBJECT ID POSITION --by EMAIL --reason TEXT',
    says: 'a known break of the event log, as verify names it; an event says who and why',
    run: acceptBreak,
  },
  'check-files': { use: 'check-files [--sweep]', says: 'rows without file, files without row', run: checkFiles },
  'move-files': { use: 'move-files', says: 'every file to where FILES_STORE wants it', run: moveFiles },
  'export-company': {
    use: 'export-company COMPANY --to FILE',
    says: 'what the service holds about a company (its id or business id) in one archive to hand over',
    run: exportCompany,
  },
  'run-job': { use: 'run-job [NAME]', says: 'one job now, or their names', run: runJob },
  retry: { use: 'retry [NAME | ID]', says: 'a failed job, message or document again, or what has failed', run: retry },
  'reset-factor': {
    use: 'reset-factor EMAIL --reason TEXT',
    says: 'takes the authenticator app of an account away; its owner and the event log are told',
    run: resetFactor,
  },
  keys: {
    use: 'keys retire | renew-seal',
    says: 'what PREVIOUS_SECRET_KEY has written goes over to SECRET_KEY; or the seal that was made here is made anew',
    run: keys,
  },
  'create-admin': { use: 'create-admin', says: 'the address that creates the first super admin', run: createAdmin },
}

function help(): number {
  for (const { use, says } of Object.values(verbs)) console.log(`npm run poljin -- ${use}\n    ${says}`)
  return 2
}

/** Options that are not known or lack their value come from the reader of the command line as a TypeError with a code. */
const isOfUser = (error: unknown) =>
  error instanceof StartupError || String((error as { code?: string }).code).startsWith('ERR_PARSE_ARGS')

const [name = '', ...args] = process.argv.slice(2)
try {
  leaveRoot(processFacts(process.env))
  process.exitCode = await (verbs[name]?.run(args) ?? help())
} catch (error) {
  console.error(isOfUser(error) ? (error as Error).message : error)
  process.exitCode = 2
}
