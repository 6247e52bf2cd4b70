import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { noteIntake } from '#features/ground/put-aside/server/put-aside.ts'
import { AppError } from '#platform/contract/errors.ts'
import { takeInFolder } from '#platform/server/documents/inbox-folder.ts'
import { systemActor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { Job } from '#platform/server/jobs/jobs.ts'
import { isTakenIn } from './queries.ts'
import { takeInEInvoices } from './receive.ts'

/** The file itself goes to the folder's `refused`; a row says that it is there, and why. */
const noteRefused = ({ database, env }: Services, name: string, { extras }: AppError) =>
  database.transaction((db) => {
    const refused = extras.details as { reason: string; line: number }
    return noteIntake(db, { env }, { source: 'E_INVOICE', name, broughtBy: null, refused })
  })

/** Takes in the Finvoices that the operator's connection has put into EINVOICE_INBOX_DIR. */
export const takeInEInvoiceInbox: Job = {
  name: 'e-invoice-inbox',
  cron: '*/5 * * * *',
  async run(services) {
    const { config, database } = services
    if (!config.eInvoiceInboxDir) return { files: 0 }
    return takeInFolder(services, config.eInvoiceInboxDir, {
      async takeIn({ name, at }) {
        const content = await readFile(at)
        await database
          .transaction((db) => takeInEInvoices(db, services, { name, content, actor: systemActor }))
          .catch(async (error: unknown) => {
            if (error instanceof AppError && error.code === 'E_INVOICE_NOT_ACCEPTED')
              await noteRefused(services, name, error)
            throw error
          })
      },
      isKnown: async ({ code }, at) =>
        code === 'E_INVOICE_REPEATED' &&
        isTakenIn(
          database.primary,
          createHash('sha256')
            .update(await readFile(at))
            .digest(),
        ),
    })
  },
}
