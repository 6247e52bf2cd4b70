import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { servePages } from '#app/server/pages.ts'
import { createApp } from '#app/server/server.ts'
import type { Services } from '#platform/server/http/context.ts'

export interface Route {
  readonly method: string
  readonly url: string
}

export interface AppWithRoutes {
  readonly app: FastifyInstance
  /** Every route that the server answers, the pages and files of a small build included. */
  readonly routes: readonly Route[]
  close(): Promise<void>
}

const build = [
  ['site/fi/404.html', '<h1>public</h1>'],
  ['site/sitemap.xml', '<urlset/>'],
  ['site/assets/shell.js', '0'],
  ['app/app.html', '<html lang="fi"><head></head><body><div id="root"></div></body></html>'],
  ['app/assets/main.js', '0'],
] as const

/** The whole server with pages, and the list of its routes as the framework was told them. */
export async function appWithRoutes(services: Services): Promise<AppWithRoutes> {
  const folder = mkdtempSync(path.join(tmpdir(), 'routes-'))
  for (const [file, text] of build) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), text)
  }
  const routes: Route[] = []
  const app = await createApp(services, {
    onRoute: ({ method, url }: RouteOptions) => {
      for (const one of [method].flat()) routes.push({ method: one, url })
    },
  })
  await servePages(app, services, folder)
  await app.ready()
  return {
    app,
    routes,
    async close() {
      await app.close()
      rmSync(folder, { recursive: true })
    },
  }
}

const priced = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** The routes that a list names, as in `GET /api/brand`; the framework adds HEAD, and the catcher takes odd methods. */
export const namesOf = (routes: readonly Route[]): string[] => [
  ...new Set(routes.filter(({ method }) => priced.includes(method)).map(({ method, url }) => `${method} ${url}`)),
]

/** An address that a route answers. */
export const addressOf = (url: string) =>
  url.replaceAll(/:\w+/g, '01890a5d-ac96-774b-bcce-b302099a8057').replaceAll('*', 'x')
