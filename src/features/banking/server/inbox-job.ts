import { createReadStream } from 'node:fs'
import { systemActor } from '#platform/server/database/events.ts'
import type { Job } from '#platform/server/database/jobs.ts'
import { takeInFolder } from '#platform/server/documents/inbox-folder.ts'
import { takeInBankFile } from './take-in.ts'

/** Takes in what the bank's connection has put into BANK_INBOX_DIR. */
export const takeInBankInbox: Job = {
  name: 'bank-inbox',
  cron: '*/5 * * * *',
  async run(services) {
    const folder = services.config.bankInboxDir
    if (!folder) return { files: 0 }
    return takeInFolder(folder, {
      takeIn: ({ name, at }) =>
        services.database.transaction((db) =>
          takeInBankFile(db, services, {
            file: { name, open: () => createReadStream(at) },
            by: { actor: systemActor, userId: null },
          }),
        ),
      isKnown: ({ code }) => code === 'BANK_FILE_REPEATED',
    })
  },
}
