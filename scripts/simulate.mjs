// `npm run simulate -- --leases <count> --seed <seed>`: a year of orders, leases and money, day by day.
import path from 'node:path'
import { ensurePackages, requireNode, root, runNode } from './toolchain.mjs'

requireNode()
ensurePackages()
process.exitCode = runNode([path.join(root, 'bench', 'simulate.ts'), ...process.argv.slice(2)])
