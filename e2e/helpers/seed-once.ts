import { rmSync } from 'node:fs'
import { fillFolder, seededFolder } from './server.ts'

/**
 * Fills the demo once; every worker starts on a copy of it. A folder that the environment names already is taken as it
 * is and stays. @returns what removes a folder of this run's own after the last test
 */
export default async function seedOnce(): Promise<() => void> {
  if (process.env[seededFolder]) return () => undefined
  const folder = await fillFolder()
  process.env[seededFolder] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
