// `npm run intake -- FOLDER`: tries a folder of real files in a service that is thrown away, and prints what became of each.
import path from 'node:path'
import { ensurePackages, requireNode, root, runNode } from './toolchain.mjs'

requireNode()
ensurePackages()
process.exitCode = runNode([path.join(root, 'bench', 'try-intake.ts'), ...process.argv.slice(2)])
