// `npm run lighthouse`: how fast, accessible and findable public, sign-in and signed-in pages are, against the goals.
import path from 'node:path'
import { ensureFrontEnd, ensurePackages, giveUp, requireNode, root, runNode } from './toolchain.mjs'

requireNode()
ensurePackages()
if (!ensureFrontEnd()) giveUp('The front end could not be built.')
process.exitCode = runNode([path.join(root, 'bench', 'lighthouse.ts')])
