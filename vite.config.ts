import { readFileSync } from 'node:fs'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { contracts } from './src/app/build/vite-contracts.ts'
import { lightLibraries } from './src/app/build/vite-light.ts'
import { preloads } from './src/app/build/vite-preloads.ts'
import { texts } from './src/app/build/vite-texts.ts'
import { isPage } from './src/platform/contract/pages.ts'

const here = (...parts: string[]) => path.resolve(import.meta.dirname, ...parts)
const server = `http://127.0.0.1:${process.env.PORT ?? '3000'}`

/** In development Vite answers the application's page addresses itself; everything else is the server's. */
function appPages(): Plugin {
  return {
    name: 'app-pages',
    configureServer(vite) {
      vite.middlewares.use(async (request, response, next) => {
        const address = request.originalUrl ?? request.url ?? '/'
        if (request.method !== 'GET' || !isPage(address.split('?')[0] ?? '/')) return next()
        const html = readFileSync(here('app.html'), 'utf8').replaceAll('__BRAND_NAME__', 'Poljin')
        response.setHeader('content-type', 'text/html; charset=utf-8')
        response.end(await vite.transformIndexHtml(address, html))
      })
    },
  }
}

/** Parts of `platform/web` by name. */
const web = (names: string) => new RegExp(String.raw`platform[\\/]web[\\/](?:\w+[\\/]){1,2}(?:${names})\.(?:tsx?|css)$`)
const anyOf = (...found: readonly RegExp[]) => new RegExp(found.map(({ source }) => source).join('|'))
/** What every screen needs, signing in too. */
const door = anyOf(
  web(
    'Announcement|Dropdown|LanguageMenu|SkipLink|Wordmark|phone-address|Tools.module|Layouts.module|brand|theme-choice|action|failure-toast',
  ),
  web('Loaded|PageHead|Dialog|formats|address-state|Note|Link|PrimaryButton|Skeleton|ConfirmDialog|Form'),
  /values[\\/](?:money|names)\.ts$|after-sign-in\.ts$/,
)
/** What signed-in pages share beyond that: their frame, the cache of reads, figures, and the small parts of a table. */
const page = anyOf(
  /(?:PageFrame|NavLink|Tools|app[\\/]web[\\/]screens)\.tsx$|app[\\/]web[\\/](?:may-open|behind-sign-in)\.ts$/,
  /node_modules[\\/]@tanstack/,
  web(
    'api|queries|LaterPart|Amounts|StatusPill|Facts|Timeline|PopoverButton|AskFirst|use-choices|use-early-fetch|code-refusal|hide-token|in-fours',
  ),
  /values[\\/]sheet-format\.ts$|[\\/]IconDownload\.mjs$/,
  /@mantine[\\/]hooks[\\/]esm[\\/](?:use-(?:debounced|window-event|resize-observer)|utils[\\/]use-callback-ref)/,
)
/** What stands around the administration alone. */
const admin =
  /(?:AdminFrame|AdminLayout)\.tsx$|app[\\/]web[\\/](?:rail|admin-screens)\.ts$|tasks[\\/]today[\\/]summary-contract\.ts$/
const contractFiles = /features[\\/](?:[\w-]+[\\/]){2,3}(?:[\w-]*contract|shapes|terms|rules|rules[\\/][\w-]+)\.ts$/
/** What the everyday pages know of the subjects, and the icons and parts of theirs: small files that, sent one by one, cost more requests than bytes. */
const everyday = anyOf(
  /features[\\/][\w-]+[\\/](?:agreements|bike-stores|companies|payroll-deductions|employees|employment|leasing|notifications|orders|tasks|tax|terms)[\\/](?:(?!today)[\w-]+[\\/])?(?:[\w-]*contract|shapes|terms|options|fair-values|rules|rules[\\/](?!transition|guards|turns|step|exception)[\w-]+)\.ts$/,
  /contract[\\/](?:imports|permissions)\.ts$|reporting[\\/](?:rules[\\/]months|years-contract)\.ts$|values[\\/](?:csv-form|percent)\.ts$/,
  /tasks[\\/](?:about|web[\\/](?:Tasks\.module|TasksCard))\.\w+$|order-cancellations[\\/]process\.ts$/,
  /orders[\\/](?:history[\\/])?web[\\/](?:forms[\\/])?(?:Orders\.module|order-reads|AccessoryRows|history-lines)\.\w+$/,
  /@tabler[\\/]/,
  web(
    'Contact|Reveal|BeingMade|FieldArray|field-rows|use-kept-text|FileButton|Switch|SegmentedControl|CopyButton|IconButton|NativeSelect|Checkbox|Tabs|Textarea',
  ),
)
/** What the pages of an order share with its forms, which come later. */
const order = anyOf(
  /(?:orders|agreements|order-cancellations)[\\/](?:history[\\/])?web[\\/](?:\w+[\\/])?(?:Dial|Documents|Fact|[iI]nstalment|LaterBuyOut|LaterCancellation|LaterHistory|MoveButton|OrderPill|OrderSteps|PriceCard|StageHead|StorePlace|bike-name|calculator-address|instalment-now|seller|stage)\./,
  /lease-story[\\/](?:contract|web[\\/]words)\.ts$|employee[\\/]web[\\/]OwnLease\.module/,
  web('PriceBar|Stepper'),
)
/** What the pages of staff's applications and orders share. */
const desk =
  /orders[\\/]desk[\\/]web[\\/](?:KeyHints|StatusChoice|Views|Desk\.module|desk-keys|order-words)\.|use-local-storage|orders[\\/]rules[\\/](?:transition|guards|turns|step|exception)/
const library = new RegExp(String.raw`@mantine[\\/]core|${web('Library|theme').source}`)
const shared = { minShareCount: 2, entriesAware: true } as const

/** The signed-in application; the public pages have their own build (vite.site.config.ts). */
export default defineConfig({
  base: '/app/',
  plugins: [texts(), contracts(), lightLibraries(), react(), appPages(), preloads()],
  resolve: { alias: { typebox: here('src/platform/web/api/schema-builder.ts') } },
  publicDir: here('src/platform/web/public'),
  server: { port: 5173, proxy: { '^/(?!app/)': { target: server } } },
  build: {
    outDir: 'dist/app',
    emptyOutDir: true,
    target: 'es2022',
    // What browsers of this target that lack it would fetch a little earlier is not worth its bytes on every page.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    manifest: 'manifest.json',
    rolldownOptions: {
      input: here('app.html'),
      // A dialog that several screens bring along is fetched by itself where none of them is open.
      checks: { ineffectiveDynamicImport: false },
      output: {
        // Every page carries the list of all chunks, so they go by hashes that Brotli halves and without their long
        // names, but for the part that a journey takes away.
        hashCharacters: 'hex',
        chunkFileNames: ({ name }) => (/^[A-Z]\w+Bell$/.test(name) ? 'assets/[name]-[hash].js' : 'assets/[hash:8].js'),
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith('.css')) ? 'assets/[hash][extname]' : 'assets/[name]-[hash][extname]',
        // Few files, so that a page costs few requests: the libraries and the frame of every page, then what screens
        // share, by who shares it.
        codeSplitting: {
          groups: [
            { name: 'libraries', tags: ['$initial'], test: /node_modules/, priority: 9 },
            { name: 'frame', tags: ['$initial'], priority: 8 },
            { name: 'door', test: door, priority: 7 },
            { name: 'page', test: page, priority: 6.5 },
            { name: 'library', test: library, priority: 6, ...shared },
            { name: 'chart', test: web('LineChart|line-chart|BarChart|bar-chart'), priority: 5.6 },
            { name: 'everyday', test: everyday, priority: 5.5, minShareCount: 2 },
            { name: 'order', test: order, priority: 5.2, minShareCount: 2 },
            {
              name: 'table',
              test: web(
                'DataTable|HeadCell|TableRow|Register|Removal|AskingSwitch|TabbedPage|only-company|use-grouped|page-size',
              ),
              priority: 5,
            },
            { name: 'admin', test: admin, priority: 4.8 },
            { name: 'desk', test: desk, priority: 4.5, minShareCount: 2 },
            // Merged by size, contracts of different screens would import each other and one would run before the other is there.
            { name: 'contracts', test: contractFiles, ...shared, entriesAwareMergeThreshold: 0 },
            { name: 'parts', ...shared, entriesAwareMergeThreshold: 0 },
          ],
        },
      },
    },
  },
})
