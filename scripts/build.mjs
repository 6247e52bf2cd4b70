// `npm run build`: the signed-in application into dist/app, the public pages as static HTML into dist/site, the API
// document into dist/api, all compressed, and the list of the packages that run.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { programOf, root, runNode } from './toolchain.mjs'

const steps = [
  ['vite.config.ts', [programOf('vite'), 'build', '--logLevel', 'warn']],
  ['scripts/prerender.mjs', [path.join(root, 'scripts', 'prerender.mjs')]],
  ['scripts/sbom.mjs', [path.join(root, 'scripts', 'sbom.mjs')]],
  ['scripts/api-document.mjs', [path.join(root, 'scripts', 'api-document.mjs')]],
  ['scripts/compress.mjs', [path.join(root, 'scripts', 'compress.mjs')]],
]
for (const [needed, args] of steps) {
  if (!existsSync(path.join(root, needed))) continue
  const code = runNode(args)
  if (code !== 0) process.exit(code)
}
