import { defineConfig } from 'vitest/config'

// The server and its tests use what Node brings from 24 on; `npm test` finds that Node, an editor may bring an older one.
if (Number(process.versions.node.split('.')[0]) < 24)
  throw new Error(
    `These tests need Node 24 or later and this is ${process.versions.node}: run \`npm test\`, or point the editor at node_modules/.bin/node.`,
  )

/** They replace modules, globals or the whole page, so each has a process of its own. */
const alone = ['src/platform/web/**/*.test.ts', 'src/**/*.test.tsx', 'src/app/web-contracts.test.ts']

export default defineConfig({
  test: {
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      {
        // The files of a worker share what they import: loading and warming the service anew took most of the time.
        extends: true,
        test: {
          name: 'service',
          include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: alone,
          globalSetup: ['src/testing/global-setup.ts'],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'browser', include: alone } },
    ],
  },
})
