import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { takeInFolder } from '#platform/server/documents/inbox-folder.ts'
import { systemActor } from '#platform/server/events/events.ts'
import type { Job } from '#platform/server/jobs/jobs.ts'
import { isTakenIn } from './queries.ts'
import { takeInEInvoice } from './receive.ts'

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
        await database.transaction((db) => takeInEInvoice(db, services, { name, content, actor: systemActor }))
      },
      // The number of a seller may also come a second time with other bytes; that is a person's to look at.
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
