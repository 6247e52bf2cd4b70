// `npm start`: installs and builds what is missing, then becomes the server. Has to parse on any Node since 16.
import path from 'node:path'
import { becomeNode, ensureFrontEnd, ensurePackages, giveUp, requireNode, root } from './toolchain.mjs'

requireNode()
ensurePackages()
if (!ensureFrontEnd()) giveUp('The front end could not be built.')
becomeNode([path.join(root, 'src', 'app', 'server', 'main.ts')])
