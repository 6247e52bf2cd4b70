import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { AppError } from '#platform/contract/errors.ts'
import { takeInFolder } from '#platform/server/documents/inbox-folder.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { Job } from '#platform/server/jobs/jobs.ts'
import { DoubtWriter } from '../matching/doubt-writer.ts'
import { takeInFromBank } from './take-in.ts'

/** Takes in what the bank's connection has put into BANK_INBOX_DIR; a file that is refused is told to the staff. */
export const takeInBankInbox: Job = {
  name: 'bank-inbox',
  cron: '*/5 * * * *',
  async run(services) {
    const folder = services.config.bankInboxDir
    if (!folder) return { files: 0 }
    return takeInFolder(services, folder, {
      takeIn: ({ name, at }) =>
        takeInFromBank(services, { name, open: () => createReadStream(at) }).catch(async (error: unknown) => {
          if (isRefusal(error)) await putAside(services, { name, at, error })
          throw error
        }),
      isKnown: ({ code }) => code === 'BANK_FILE_REPEATED',
    })
  },
}

const isRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'BANK_FILE_NOT_ACCEPTED'

/** The file itself goes to the folder's `refused`; a row says that it is there, and why. */
async function putAside(services: Services, { name, at, error }: { name: string; at: string; error: AppError }) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(at), hash)
  const { reason, line } = error.extras.details as { reason: string; line: number }
  await services.database.transaction((db) =>
    new DoubtWriter(db, services, { bankFileId: null, fileName: name }).writeFile({
      reason,
      line,
      sha256: hash.digest('hex'),
    }),
  )
}
