// `npm run hostile -- <steps> <seed>`: random walks of hostile parties against a company and its employee.
import path from 'node:path'
import { ensurePackages, requireNode, root, runNode } from './toolchain.mjs'

requireNode()
ensurePackages()
process.exitCode = runNode([path.join(root, 'bench', 'hostile-walk.ts'), ...process.argv.slice(2)])
