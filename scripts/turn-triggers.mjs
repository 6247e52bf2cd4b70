// `npm run turns:sql`: prints the statements for the next migration, where the sources of turns read otherwise than the
// triggers of the migrated schema follow.
import path from 'node:path'
import { ensurePackages, requireNode, root, runNode } from './toolchain.mjs'

requireNode()
ensurePackages()
process.exitCode = runNode([path.join(root, 'src', 'app', 'build', 'turn-triggers.ts')])
