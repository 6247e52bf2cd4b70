// `npm run hostile -- <steps> <seed>`: a random walk of permitted calls by two hostile parties.
import path from 'node:path'
import { ensurePackages, requireNode, root, runNode } from './toolchain.mjs'

requireNode()
ensurePackages()
process.exitCode = runNode([path.join(root, 'bench', 'hostile-walk.ts'), ...process.argv.slice(2)])
