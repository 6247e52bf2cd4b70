import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isTextSealed, type Keeping, sealText } from './event-keys.ts'
import type { Job } from './jobs.ts'
import { chainHeads, type KeptHead } from './verify-chains.ts'

const headsFolder = (config: Keeping) => path.join(config.dataDir, 'event-heads')

/** How many hourly files are kept: two weeks, so that a cut is found long after it was made. */
const FILES_KEPT = 24 * 14

/** Keeps the ends of all chains in a sealed file each hour, so that what is cut or removed later is missed. */
export const keepEventHeads: Job = {
  name: 'keep-event-heads',
  cron: '23 * * * *',
  async run({ config, database, env }) {
    const heads = await chainHeads(database.primary)
    const at = env.now().toISOString()
    const body = JSON.stringify({ at, heads })
    const folder = headsFolder(config)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const name = `${at.replace(/[:.]/g, '-')}.json`
    const draft = path.join(folder, `.${name}`)
    writeFileSync(draft, `${sealText(config, body)}\n${body}`, { mode: 0o600 })
    chmodSync(draft, 0o400)
    renameSync(draft, path.join(folder, name))
    for (const old of fileNames(config).slice(0, -FILES_KEPT)) rmSync(path.join(folder, old), { force: true })
    return { chains: heads.length }
  },
}

const fileNames = (config: Keeping) =>
  existsSync(headsFolder(config))
    ? readdirSync(headsFolder(config))
        .filter((name) => /^\d.*\.json$/.test(name))
        .sort()
    : []

/** The ends of the chains in the newest file whose seal is right; none where nothing has been kept yet. */
export function keptHeads(config: Keeping): KeptHead[] {
  for (const name of fileNames(config).reverse()) {
    const [seal, body = ''] = readFileSync(path.join(headsFolder(config), name), 'utf8').split('\n')
    if (isTextSealed(config, body, seal!)) return (JSON.parse(body) as { heads: KeptHead[] }).heads
  }
  return []
}
