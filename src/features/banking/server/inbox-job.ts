import { createReadStream } from 'node:fs'
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '#platform/contract/errors.ts'
import { systemActor } from '#platform/server/database/events.ts'
import type { Job } from '#platform/server/database/jobs.ts'
import type { Services } from '#platform/server/http/context.ts'
import { takeInBankFile } from './take-in.ts'

/**
 * Takes in what the bank's connection has put into BANK_INBOX_DIR, oldest name first. A file moves to `done` after it is
 * committed and to `refused` with a text of the reason; one that was taken in before a crash is told by its bytes and
 * moves to `done`.
 */
export const takeInBankInbox: Job = {
  name: 'bank-inbox',
  cron: '*/5 * * * *',
  async run(services) {
    const folder = services.config.bankInboxDir
    if (!folder) return { files: 0 }
    const names = (await readdir(folder)).filter((name) => /\.xml$/i.test(name)).sort()
    let refused = 0
    for (const name of names) if (!(await takeIn(services, folder, name))) refused += 1
    return { files: names.length, refused }
  },
}

async function takeIn(services: Services, folder: string, name: string): Promise<boolean> {
  const from = path.join(folder, name)
  const move = async (to: string) => {
    await mkdir(path.join(folder, to), { recursive: true })
    await rename(from, path.join(folder, to, name))
  }
  try {
    await services.database.transaction((db) =>
      takeInBankFile(db, services, {
        file: { name, open: () => createReadStream(from) },
        by: { actor: systemActor, userId: null },
      }),
    )
    await move('done')
    return true
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'BANK_FILE_REPEATED') {
      await move('done')
      return true
    }
    await move('refused')
    await writeFile(
      path.join(folder, 'refused', `${name}.txt`),
      `${error.code} ${JSON.stringify(error.extras.details)}\n`,
    )
    return false
  }
}
