// `npm run verify:events`: recomputes the hash chains of the event log; exit code 1 when a row does not fit.
// With `-- --receipt FILE` it verifies the receipt of an agreement, without a database.
import path from 'node:path'
import { ensurePackages, requireNode, root, runNode } from './toolchain.mjs'

requireNode()
ensurePackages()
process.exitCode = runNode([path.join(root, 'src', 'app', 'server', 'verify-events.ts'), ...process.argv.slice(2)])
