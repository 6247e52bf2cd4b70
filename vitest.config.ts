import { defineConfig } from 'vitest/config'

// The server and its tests use what Node brings from 24 on; `npm test` finds that Node, an editor may bring an older one.
if (Number(process.versions.node.split('.')[0]) < 24)
  throw new Error(
    `These tests need Node 24 or later and this is ${process.versions.node}: run \`npm test\`, or point the editor at node_modules/.bin/node.`,
  )

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'scripts/**/*.test.ts'],
    globalSetup: ['src/testing/global-setup.ts'],
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
