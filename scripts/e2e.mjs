// `npm run e2e -- <name>`: the browser journeys whose file or title bears the name, or all of them.
import { ensureFrontEnd, ensurePackages, giveUp, programOf, requireNode, runNode } from './toolchain.mjs'

requireNode()
ensurePackages()
if (!ensureFrontEnd()) giveUp('The front end could not be built.')
process.exitCode = runNode([programOf('@playwright/test', 'playwright'), 'test', ...process.argv.slice(2)])
