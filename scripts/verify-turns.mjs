// `npm run verify:turns`: judges every open turn anew; exit code 1 when a row stands otherwise than the facts say.
import path from 'node:path'
import { ensurePackages, requireNode, root, runNode } from './toolchain.mjs'

requireNode()
ensurePackages()
process.exitCode = runNode([path.join(root, 'src', 'app', 'server', 'verify-turns.ts')])
