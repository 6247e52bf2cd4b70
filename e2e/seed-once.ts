import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { seededFolder, startServer } from './server.ts'

/**
 * Fills the demo once; every worker starts on a copy of it. A folder that the environment names already is taken as it
 * is and stays. @returns what removes a folder of this run's own after the last test
 */
export default async function seedOnce(): Promise<() => void> {
  if (process.env[seededFolder]) return () => undefined
  const folder = mkdtempSync(path.join(tmpdir(), 'poljin-e2e-seed-'))
  const server = await startServer(folder)
  await server.stop()
  process.env[seededFolder] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
