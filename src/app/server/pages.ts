import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { fillPage, notFoundFile, publicFiles, publicPages } from '#features/site/public-pages/pages.ts'
import { isPage } from '#platform/contract/pages.ts'
import type { Services } from '#platform/server/http/context.ts'
import { beforeScripts, hasSession, preloadLinks, type ScreenFiles } from './preloads.ts'

/** Where the build puts the two front ends. */
const buildFolder = path.resolve(import.meta.dirname, '../../../dist')

const htmlType = 'text/html; charset=utf-8'

/** The scripts, styles and pictures of both front ends, which browsers may keep. */
async function serveAssets(app: FastifyInstance, folder: string) {
  for (const part of ['site', 'app'] as const) {
    const root = path.join(folder, part)
    if (!existsSync(root)) continue
    await app.register(fastifyStatic, {
      root,
      prefix: part === 'site' ? '/' : '/app/',
      decorateReply: false,
      wildcard: false,
      index: false,
      immutable: true,
      maxAge: '365d',
      serveDotFiles: false,
      preCompressed: true,
      globIgnore: ['**/*.{html,br,gz,json}', 'sitemap.xml', 'robots.txt', 'site.webmanifest'],
      setHeaders: (reply: { header(name: string, value: string): unknown }, file: string) => {
        if (!/[\\/]assets[\\/]/.test(file)) reply.header('cache-control', 'public, max-age=3600')
      },
    })
  }
}

/** A Finnish page address without the prefix that some other sites write; null when it has none or must not lose it. */
function withoutFinnishPrefix(address: string): string | null {
  if (address !== '/fi' && !address.startsWith('/fi/')) return null
  const unprefixed = address.slice(3) || '/'
  const leadsElsewhere = !unprefixed.startsWith('/') || unprefixed.startsWith('//') || unprefixed.startsWith('/\\')
  return leadsElsewhere || /^\/liity\//.test(unprefixed) ? null : unprefixed
}

/**
 * Serves the prerendered public pages, the signed-in application for every other page address, and their assets.
 * A page address answers HTML whatever `Accept` says; addresses are never redirected by session.
 */
export async function servePages(app: FastifyInstance, services: Services, folder = buildFolder) {
  const read = (...parts: string[]) => {
    const file = path.join(folder, ...parts)
    return existsSync(file) ? readFileSync(file, 'utf8') : null
  }
  const fill = (text: string) => fillPage(text, { origin: services.config.origin, brand: services.brand })
  await serveAssets(app, folder)
  const page = (address: string, html: string, type = htmlType) =>
    app.get(address, { schema: { hide: true } }, async (_request, reply) =>
      reply.type(type).header('cache-control', 'no-cache').send(html),
    )
  for (const { path: address, file } of publicPages) {
    const html = read('site', file)
    if (html) page(address, fill(html))
  }
  for (const { path: address, file, contentType } of publicFiles) {
    const text = read('site', file)
    if (text) page(address, fill(text), contentType)
  }
  const shell = read('app', 'app.html')
  const shellHtml = shell
    ? fill(shell).replace('"__BRAND_JSON__"', () => JSON.stringify(services.brand).replaceAll('<', '\\u003c'))
    : '<!doctype html><title>Poljin</title><p>The front end has not been built: npm run build.</p>'
  const screens = JSON.parse(read('app', 'preloads.json') ?? '[]') as ScreenFiles[]
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const address = request.url.split('?')[0]!
    const unprefixed = withoutFinnishPrefix(address)
    if (unprefixed) return reply.redirect(unprefixed + request.url.slice(address.length), 301)
    reply.type(htmlType).header('cache-control', 'no-cache')
    if (isPage(address)) {
      const { cookie } = request.headers
      const html = hasSession(cookie) ? shellHtml : shellHtml.replace('<html ', '<html data-session="none" ')
      const before = beforeScripts(screens, request.url, cookie)
      const filled = html.replace('<div id="root"></div>', () => `<div id="root">${before}</div>`)
      return reply.send(filled.replace('</head>', `${preloadLinks(screens, request.url, cookie)}</head>`))
    }
    // Whoever is signed in is told within the pages that they came from.
    if (hasSession(request.headers.cookie) && isPage(`/${address.split('/')[1]}`))
      return reply.code(404).send(shellHtml)
    const missing = read('site', notFoundFile(address))
    return reply.code(404).send(missing ? fill(missing) : shellHtml)
  })
}
