import { accessSync, constants } from 'node:fs'
import path from 'node:path'

/** The full path of the first of the programs that is installed, or null; tests that need one skip without it. */
export function findProgram(...names: string[]): string | null {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const candidates = names.flatMap((name) => folders.map((folder) => path.join(folder, name)))
  return candidates.find(isExecutable) ?? null
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
