// `npm run bench -- <name>`: the benchmarks whose file name bears the name, or all of them, one after the other, in the
// memory that the server is given.
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { ensurePackages, giveUp, requireNode, root, runNode, serverMemory } from './toolchain.mjs'

requireNode()
ensurePackages()
const folder = path.join(root, 'bench')
const wanted = process.argv[2] || ''
const files = readdirSync(folder).filter((file) => file.endsWith('.bench.ts') && file.includes(wanted))
if (files.length === 0) giveUp(`There is no benchmark named "${wanted}" in bench/.`)
for (const file of files.sort()) {
  const code = runNode([...serverMemory, path.join(folder, file)])
  if (code !== 0) process.exitCode = code
}
