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
  loginScripts: 101_500,
  everydayScripts: 156_000,
  anyScripts: 161_000,
  furtherScripts: 60_000,
  styles: 30_000,
  fonts: 60_000,
}
const everyday = ['/tyonantaja', '/tyonantaja/tilaus/$orderId', '/mybike', '/raportointi', '/admin']

const rows = []
function hold(what, bytes, budget) {
  rows.push({ what, bytes, budget, isKept: bytes <= budget })
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

const firstScripts = ({ scripts }) => sum([...frame.scripts, ...scripts])
const home = screens.find(({ at }) => at === '/tyonantaja')
const further = ({ scripts }) => sum(scripts.filter((file) => !home.scripts.includes(file)))
const styles = ({ styles }) => sum([...frame.styles, ...styles])

hold('/kirjaudu: scripts', firstScripts(screens.find(({ at }) => at === '/kirjaudu')), budgets.loginScripts)
for (const at of everyday)
  hold(`${at}: scripts`, firstScripts(screens.find((screen) => screen.at === at)), budgets.everydayScripts)
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

const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`.padStart(10)
for (const { what, bytes, budget, isKept } of rows)
  console.log(`${what.padEnd(62)}${kB(bytes)} of${kB(budget)}${isKept ? '' : '  TOO LARGE'}`)
const unstyled = unstyledParts()
if (unstyled.length > 0)
  console.log(`Parts of Mantine without styles, to be added to mantine-parts.css: ${unstyled.join(', ')}`)
if (unstyled.length > 0 || rows.some(({ isKept }) => !isKept)) process.exitCode = 1
