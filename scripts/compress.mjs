// Compresses what the build has made once and at the highest level, so that the server only hands it out.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { root } from './toolchain.mjs'

const dist = path.join(root, 'dist')
const files = readdirSync(dist, { recursive: true }).filter((file) => /[\\/]assets[\\/].*\.(?:js|css)$/.test(file))
for (const file of files) {
  const content = readFileSync(path.join(dist, file))
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  writeFileSync(path.join(dist, `${file}.br`), brotliCompressSync(content, { params }))
  writeFileSync(path.join(dist, `${file}.gz`), gzipSync(content, { level: 9 }))
}
console.log(`Compressed: ${files.length} files`)
