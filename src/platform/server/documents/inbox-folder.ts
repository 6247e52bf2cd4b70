import { mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '#platform/contract/errors.ts'
import type { Services } from '#platform/server/http/context.ts'
import { eachInTurn } from '../jobs/jobs.ts'

/** By its name a file that a program is still writing, or one that is hidden. */
const isUnfinished = (name: string) => /^[.~]|\.(?:tmp|temp|part|partial|filepart|writing|lock)$|~$/i.test(name)

/**
 * Takes in the files that a connection puts into a folder, oldest name first. A file moves to `done` once it has been
 * taken in, and to `refused` with a text of the reason; one that was taken in before a crash moves to `done`. One at which
 * the service itself fails stays for the next run and holds none of the others.
 * @param takeIn takes a file in as a whole; answers or throws
 * @param isKnown whether a refusal says that these bytes have been taken in before
 */
export async function takeInFolder(
  services: Services,
  folder: string,
  {
    takeIn,
    isKnown,
  }: {
    takeIn: (file: { name: string; at: string }) => Promise<unknown>
    isKnown: (error: AppError, at: string) => boolean | Promise<boolean>
  },
): Promise<{ files: number; refused: number }> {
  const found = await readdir(folder, { withFileTypes: true })
  const names = found
    .filter((one) => one.isFile() && !isUnfinished(one.name))
    .map(({ name }) => name)
    .sort()
  let refused = 0
  await eachInTurn(services, names, async (name) => {
    const at = path.join(folder, name)
    const fault = await takeIn({ name, at }).then(
      () => null,
      async (error: unknown) => {
        if (!(error instanceof AppError)) throw error
        return (await isKnown(error, at)) ? null : error
      },
    )
    await moveTo(folder, name, fault)
    if (fault) refused += 1
    return true
  })
  return { files: names.length, refused }
}

async function moveTo(folder: string, name: string, fault: AppError | null): Promise<void> {
  const to = path.join(folder, fault ? 'refused' : 'done')
  await mkdir(to, { recursive: true })
  await rename(path.join(folder, name), path.join(to, name))
  if (fault) await writeFile(path.join(to, `${name}.txt`), `${fault.code} ${JSON.stringify(fault.extras.details)}\n`)
}
