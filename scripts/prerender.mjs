// Builds the public site: scripts and style sheets by Vite, then every public page as static HTML.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'

const root = path.resolve(import.meta.dirname, '..')
const dist = path.join(root, 'dist')
const configFile = path.join(root, 'vite.site.config.ts')
const sources = 'src/app/web/site'

function read(...parts) {
  return readFileSync(path.join(dist, ...parts), 'utf8')
}

/** Which built files a page asks for; the style sheet travels inside the page, so that it costs no request. */
function assetsFrom(manifest) {
  const entry = (name) => {
    const found = manifest[`${sources}/${name}`]
    if (!found) throw new Error(`The build made no ${name}`)
    return found
  }
  const address = ({ file }) => `/${file}`
  const styles = (name) => read('site', entry(name).file).trim()
  const fonts = (entry('styles.css').assets ?? []).filter((file) => file.endsWith('.woff2')).map((file) => `/${file}`)
  const scriptsOf = { calculator: 'calculator.ts', contact: 'contact.ts', proof: 'proof.ts' }
  return (page) => {
    const own = scriptsOf[page] ? [entry(scriptsOf[page])] : []
    const modules = [entry('shell.ts'), ...own]
    const preloads = new Set(modules.flatMap(({ imports = [] }) => imports.map((key) => address(manifest[key]))))
    const later = own.flatMap(({ dynamicImports = [] }) => dynamicImports.map((key) => address(manifest[key])))
    return {
      boot: address(entry('boot.ts')),
      modules: modules.map(address),
      preloads: [...preloads],
      prefetches: later,
      fonts,
      styles: page === 'calculator' ? `${styles('styles.css')}${styles('calculator.css')}` : styles('styles.css'),
    }
  }
}

/** The script of the page that is kept as one file: all of it, as no module, so that it runs without a server. */
async function savedProofScript() {
  const lib = { entry: path.join(root, sources, 'saved-proof.ts'), formats: ['iife'], name: 'proof' }
  const options = { write: false, target: 'es2022', lib }
  const [made] = await build({ configFile: false, root, publicDir: false, logLevel: 'error', build: options })
  return made.output[0].code.replaceAll('</', '<\\/')
}

export async function prerender() {
  await build({ configFile, root, logLevel: 'warn' })
  await build({ configFile, root, logLevel: 'error', build: { ssr: 'src/app/web/site.tsx' } })
  const rendered = path.join(dist, '.prerender', 'site.js')
  const { renderSite } = await import(pathToFileURL(rendered).href)
  const manifest = JSON.parse(read('site', 'assets', 'manifest.json'))
  const script = await savedProofScript()
  const place = '<script data-proof-script=""></script>'
  const files = renderSite(assetsFrom(manifest)).map(({ file, text }) => ({
    file,
    text: text.replace(place, () => `<script>${script}</script>`),
  }))
  for (const { file, text } of files) {
    const target = path.join(dist, 'site', file)
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, text)
  }
  rmSync(path.join(dist, '.prerender'), { recursive: true })
  rmSync(path.join(dist, 'site', 'assets', 'manifest.json'))
  console.log(`Public site: ${files.length} files in dist/site`)
}

if (process.argv[1] === import.meta.filename) await prerender()
