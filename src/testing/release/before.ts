import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../../..')

/** The release before this one: its last commit, and the schema that it ends with. Each release raises it. */
export const releaseBefore = {
  commit: '2ab48c99ae8400a552b3bb343c07f093d13cc537',
  migration: '1062_time_stamps_of_roots.sql',
  migrations: 158,
}

/**
 * Lays the sources of the release before into a folder, beside the packages of this one.
 * @returns the folder, or null where the history is not there, as in a copy without it
 */
export function layReleaseBefore(within: string): string | null {
  const tree = path.join(within, 'release-before')
  mkdirSync(tree)
  try {
    const archive = execFileSync('git', ['archive', releaseBefore.commit], {
      cwd: root,
      maxBuffer: 1e9,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    execFileSync('tar', ['x', '-C', tree], { input: archive })
  } catch {
    return null
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(tree, 'node_modules'))
  return existsSync(path.join(tree, 'migrations', releaseBefore.migration)) ? tree : null
}
