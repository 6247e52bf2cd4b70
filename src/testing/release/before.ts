import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../../..')

/** The release before this one: its last commit, and the schema that it ends with. Each release raises it. */
export const releaseBefore = {
  commit: 'c84023bed35fbdc146a2c3718c52ca648e79b237',
  migration: '1100_places_of_stores_and_lessors.sql',
  migrations: 162,
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
