// `npm run release`: one archive of what runs, for this system: sources without tests, the built front end, the packages
// that production needs with their Node and PostgreSQL, and the files of ops/. Unpacked, `node scripts/start.mjs` starts it;
// it installs, builds and writes nothing in its own folder. The same commit and packages give the same bytes.
import { createHash } from 'node:crypto'
import {
  createReadStream,
  createWriteStream,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { ensureFrontEnd, ensurePackages, giveUp, productionPackages, requireNode, root } from './toolchain.mjs'

requireNode()
ensurePackages()
if (!ensureFrontEnd()) giveUp('The front end could not be built.')
const { pack } = await import('tar-stream')

const { name, version, type, license, imports } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
const system = `${process.platform}-${process.arch}`
const folder = `${name}-${version}`
const file = path.join(root, 'release', `${folder}-${system}.tar.gz`)

/** What a file of the sources is for: tests, their tools and the browser's parts do not run on a server. */
const isOfDevelopment = (at) => /\.(?:test|bench)\.tsx?$|\.tsx$|\.css$|^src\/testing\//.test(at)
const inSource = ['docs/route-prices.md', 'docs/operations.md', 'README.md']
const scripts = ['start', 'poljin', 'toolchain', 'check-config', 'verify-events', 'verify-turns']

/** Every file below a folder with its place from the root, in order. */
function below(at) {
  return readdirSync(path.join(root, at), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const inside = `${at}/${entry.name}`
      return entry.isDirectory() ? below(inside) : [inside]
    })
}

/** What of a package a server does not need: headers to build by and the sources of maps. */
const isOfBuilding = (at) => /^node_modules\/node-[\w-]+\/(?:include|share)\/|\.map$|\.d\.[cm]?ts$/.test(at)

/** The files of the packages that production needs and that are here: those of other systems are not. */
function productionFiles() {
  const isHere = (at) => existsSync(path.join(root, at))
  /** A package's own files: what stands in a node_modules of its own is a package too. */
  const own = (at) =>
    readdirSync(path.join(root, at), { withFileTypes: true })
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((entry) => {
        const inside = `${at}/${entry.name}`
        if (!entry.isDirectory()) return [inside]
        return entry.name === 'node_modules' ? [] : own(inside)
      })
  return productionPackages()
    .filter(isHere)
    .flatMap(own)
    .filter((at) => !isOfBuilding(at))
}

const files = [
  ...below('src').filter((at) => !isOfDevelopment(at)),
  ...['migrations', 'dist', 'ops'].flatMap(below),
  ...inSource,
  ...scripts.map((one) => `scripts/${one}.mjs`),
  ...productionFiles(),
]

const archive = pack()
/** Nothing of who made it and when, and nothing that others may write. */
const plain = { uid: 0, gid: 0, uname: 'root', gname: 'root', mtime: new Date(0) }

/** Waits until the archive has taken an entry, so that it never holds more than one. */
const add = (header, content) =>
  new Promise((resolve, reject) =>
    archive.entry({ ...plain, ...header }, content, (error) => (error ? reject(error) : resolve())),
  )

async function addAll() {
  const own = {
    name,
    version,
    private: true,
    type,
    license,
    imports,
    scripts: { start: 'node scripts/start.mjs', poljin: 'node scripts/poljin.mjs' },
  }
  await add({ name: `${folder}/package.json`, mode: 0o644 }, `${JSON.stringify(own, null, 2)}\n`)
  for (const at of files) {
    const place = path.join(root, at)
    const found = lstatSync(place)
    if (found.isSymbolicLink())
      await add({ name: `${folder}/${at}`, type: 'symlink', linkname: readlinkSync(place) }, '')
    else await add({ name: `${folder}/${at}`, mode: found.mode & 0o111 ? 0o755 : 0o644 }, readFileSync(place))
  }
  archive.finalize()
}

mkdirSync(path.dirname(file), { recursive: true })
await Promise.all([addAll(), pipeline(archive, createGzip({ level: 9 }), createWriteStream(file))])
const hash = createHash('sha256')
for await (const part of createReadStream(file)) hash.update(part)
const digest = hash.digest('hex')
writeFileSync(`${file}.sha256`, `${digest}  ${path.basename(file)}\n`)
console.log(
  `${path.relative(root, file)}\n  ${files.length} files, ${(lstatSync(file).size / 1e6).toFixed(0)} MB, sha256 ${digest}`,
)
