// `npm run dev`: the server, started anew at every change of its sources, and Vite in front of it.
import { spawn } from 'node:child_process'
import { ensurePackages, environment, newNode, programOf, requireNode, root } from './toolchain.mjs'

requireNode()
ensurePackages()
const options = { cwd: root, stdio: 'inherit', env: environment() }
const children = [
  spawn(newNode(), ['--watch', '--watch-preserve-output', 'src/app/server/main.ts'], options),
  spawn(newNode(), [programOf('vite')], options),
]

function stopAll(signal) {
  for (const child of children) child.kill(signal)
}

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stopAll(signal))
for (const child of children) child.on('exit', () => stopAll('SIGTERM'))
