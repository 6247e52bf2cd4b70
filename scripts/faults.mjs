// `npm run faults -- [WORD …]`: every fault of many machines under load, and what it has cost.
import path from 'node:path'
import { ensurePackages, requireNode, root, runNode } from './toolchain.mjs'

requireNode()
ensurePackages()
process.exitCode = runNode([path.join(root, 'bench', 'faults.ts'), ...process.argv.slice(2)])
