// `npm run check-config`: prints what the configuration is worth, part by part; exit code 1 when production refuses it.
import path from 'node:path'
import { ensurePackages, requireNode, root, runNode } from './toolchain.mjs'

requireNode()
ensurePackages()
process.exitCode = runNode([path.join(root, 'src', 'app', 'server', 'check-config.ts')])
