// Holds the build's output to a byte budget, compressed as it is sent, and prints what each kind of page weighs. Also
// says when a part of Mantine is in use whose styles are not. Run by `npm test` after the build.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { root } from './toolchain.mjs'

const dist = path.join(root, 'dist')
const text = (...parts) => readFileSync(path.join(dist, ...parts), 'utf8')
const sizeOf = (file) => statSync(path.join(dist, `${file}.br`)).size
const sum = (files) => [...new Set(files)].reduce((total, file) => total + sizeOf(file), 0)

/** In bytes after Brotli. Of signing in 58 kB are React, which keeps it above its goal of 90 kB. */
const budgets = {
  publicScripts: 110_000,
  loginScripts: 97_000,
  anyScripts: 166_000,
  furtherScripts: 60_000,
  styles: 20_000,
  fonts: 60_000,
}
/** How many script files a first view may be made of; the administration's frame is two of its own. */
const files = { login: 8, everyday: 12, admin: 14 }
/** The pages that people open every day. That of the staff carries the administration's frame and addresses, 7 kB. */
const everyday = {
  '/tyonantaja': 150_000,
  '/tyonantaja/tilaus/$orderId': 150_000,
  '/mybike': 150_000,
  '/raportointi': 153_000,
  '/admin': 157_000,
}

const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`.padStart(10)
const count = (number) => `${number} files`.padStart(10)

const rows = []
function hold(what, found, budget, write = kB) {
  rows.push({ what, found, budget, write, isKept: found <= budget })
}

const app = (file) => `app/${file}`
const html = text('app', 'app.html')
const always = [...html.matchAll(/\/app\/(assets\/[^"]+)"/g)].map((match) => app(match[1]))
const frame = {
  scripts: always.filter((file) => file.endsWith('.js')),
  styles: always.filter((f) => f.endsWith('.css')),
}
const screens = JSON.parse(text('app', 'preloads.json')).map(({ path: at, scripts, styles, texts }) => ({
  at,
  scripts: [...scripts, ...texts.fi].map(app),
  styles: styles.map(app),
}))
const heaviest = (list, weigh) =>
  list.map((screen) => ({ at: screen.at, bytes: weigh(screen) })).sort((a, b) => b.bytes - a.bytes)[0]

const firstFiles = ({ scripts }) => new Set([...frame.scripts, ...scripts])
const firstScripts = (screen) => sum(firstFiles(screen))
const screenAt = (path) => screens.find(({ at }) => at === path)
const home = screenAt('/tyonantaja')
const further = ({ scripts }) => sum(scripts.filter((file) => !home.scripts.includes(file)))
const styles = ({ styles }) => sum([...frame.styles, ...styles])

const firstView = (at, bytes, number) => {
  hold(`${at}: scripts`, firstScripts(screenAt(at)), bytes)
  hold(`${at}: script files`, firstFiles(screenAt(at)).size, number, count)
}
firstView('/kirjaudu', budgets.loginScripts, files.login)
for (const [at, bytes] of Object.entries(everyday)) firstView(at, bytes, at === '/admin' ? files.admin : files.everyday)
for (const [name, weigh, budget] of [
  ['heaviest first view: scripts', firstScripts, budgets.anyScripts],
  ['heaviest further screen: scripts', further, budgets.furtherScripts],
  ['heaviest page: styles', styles, budgets.styles],
]) {
  const { at, bytes } = heaviest(screens, weigh)
  hold(`${name}, ${at}`, bytes, budget)
}
const fonts = readdirSync(path.join(dist, 'app', 'assets')).filter((file) => file.endsWith('.woff2'))
hold(
  `fonts, ${fonts.length}`,
  fonts.reduce((total, file) => total + statSync(path.join(dist, 'app', 'assets', file)).size, 0),
  budgets.fonts,
)

const publicPages = readdirSync(path.join(dist, 'site'), { recursive: true }).filter((file) => file.endsWith('.html'))
const scriptsOfPage = (page) =>
  [...text('site', page).matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map((match) => `site/${match[1]}`)
const publicPage = heaviest(
  publicPages.map((page) => ({ at: page, scripts: scriptsOfPage(page) })),
  ({ scripts }) => sum(scripts),
)
hold(`heaviest public page: scripts, ${publicPage.at}`, publicPage.bytes, budgets.publicScripts)

/** Mantine's class names are hashes, so a name without a rule in our styles that has one in Mantine's is a gap. */
function unstyledParts() {
  const whole = path.join(root, 'node_modules', '@mantine', 'core', 'styles.css')
  if (!existsSync(whole)) return []
  const all = (end) =>
    readdirSync(path.join(dist, 'app', 'assets'))
      .filter((file) => file.endsWith(end))
      .map((file) => text('app', 'assets', file))
      .join('\n')
  const named = (source) => new Set(source.match(/\bm_[0-9a-f]{6,8}\b/g))
  const [ours, theirs] = [named(all('.css')), named(readFileSync(whole, 'utf8'))]
  return [...named(all('.js'))].filter((name) => theirs.has(name) && !ours.has(name))
}

for (const { what, found, budget, write, isKept } of rows)
  console.log(`${what.padEnd(62)}${write(found)} of${write(budget)}${isKept ? '' : '  TOO LARGE'}`)
const unstyled = unstyledParts()
if (unstyled.length > 0)
  console.log(`Parts of Mantine without styles, to be added to mantine-parts.css: ${unstyled.join(', ')}`)
if (unstyled.length > 0 || rows.some(({ isKept }) => !isKept)) process.exitCode = 1
