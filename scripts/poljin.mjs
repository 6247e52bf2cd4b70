// `npm run poljin -- <verb>`: what whoever runs the service does beside it; without a verb it lists them.
import path from 'node:path'
import { ensurePackages, requireNode, root, runNode } from './toolchain.mjs'

requireNode()
ensurePackages()
process.exitCode = runNode([path.join(root, 'src', 'app', 'server', 'commands', 'poljin.ts'), ...process.argv.slice(2)])
