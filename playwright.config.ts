import { defineConfig } from '@playwright/test'
import { isLongRun, isShortRun } from './src/testing/runs/long-tests.ts'
import { keepTemporaryFilesInMemory } from './src/testing/runs/memory-folder.ts'
import { findProgram } from './src/testing/runs/programs.ts'

keepTemporaryFilesInMemory()

// The system’s own Chromium, as the headless shell where that is installed; nothing is downloaded. It calls nowhere on its own, and as root it needs no sandbox.
const quiet = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
// A page lives too short for its code to be worth optimising, and each starts with little memory: a quarter of its time.
const shortLived = ['--js-flags=--no-opt --no-maglev --min-semi-space-size=16']
// A camera that shows moving bars: a page that may use one gets it without a question.
const fakeCamera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
const executablePath = findProgram('chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome')

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  ...(isShortRun ? { grepInvert: /@long/ } : {}),
  ...(isLongRun ? { grep: /@long/ } : {}),
  globalSetup: './e2e/helpers/seed-once.ts',
  // Each worker has a service of its own, which its files use one after the other: one that changes what others look at
  // asks for its own by `testOn`. A test waits about half of its time, so three keep two cores busy.
  workers: 3,
  // A test that passes only at the second attempt is named in the summary.
  retries: process.env.CI === 'true' ? 1 : 0,
  timeout: 300_000,
  expect: { timeout: 10_000 },
  forbidOnly: process.env.CI === 'true',
  outputDir: 'test-results',
  reporter: [['line'], ['json', { outputFile: '.cache/playwright.json' }]],
  use: {
    locale: 'fi-FI',
    timezoneId: 'Europe/Helsinki',
    // Nothing waits for an animation to end, and drawing its frames is a tenth of the time.
    contextOptions: { reducedMotion: 'reduce' },
    // A recording costs a third of the time: only a second attempt is recorded, else ask with `--trace on`.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: ['--disable-gpu', ...asRoot, ...quiet, ...shortLived, ...fakeCamera],
    },
  },
})
