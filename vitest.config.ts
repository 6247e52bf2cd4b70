import { defineConfig } from 'vitest/config'
import { isLongRun, isShortRun } from './src/testing/runs/long-tests.ts'
import { keepTemporaryFilesInMemory } from './src/testing/runs/memory-folder.ts'
import { nodeProblem } from './src/testing/runs/node-version.ts'

// `npm test` finds the Node that the packages bring; an editor may bring an older one.
const problem = nodeProblem(process.versions.node)
if (problem) throw new Error(problem)
keepTemporaryFilesInMemory()

/** They replace modules, globals or the whole page, so each has a context of its own, in a process that is shared. */
const alone = ['src/platform/web/**/*.test.ts', 'src/**/*.test.tsx', 'src/app/checks/structure/web-contracts.test.ts']

/** They start whole services and end them by force, or work through years: a third of the time. `npm run test:long` runs them. */
const long = [
  'src/app/checks/running/{crash,kill,kill-imports,payroll-cases,payroll-two-years,release-archive,simulation,start}.test.ts',
  'src/app/checks/access/hostile.test.ts',
  'src/app/seed/{fill-demo,payroll-oracle,two-years}.test.ts',
  'src/features/money/bookkeeping/server/year.test.ts',
  'src/features/operations/{maintenance/server/maintenance,rights/server/retention}.test.ts',
  'src/platform/server/backup/backup.test.ts',
  'src/platform/server/postgres/embedded-postgres.test.ts',
]

/** `npm test` runs them with a part of what they can try, the long run with all of it. */
const deeper = ['src/app/checks/words/outputs.test.ts', 'src/features/operations/intake/server/mutations.test.ts']

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
          include: isLongRun ? [...long, ...deeper] : ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: isShortRun ? [...alone, ...long] : alone,
          globalSetup: ['src/testing/runs/global-setup.ts'],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: isLongRun ? [] : alone,
          pool: 'vmForks',
          setupFiles: ['src/testing/runs/patient.ts'],
        },
      },
    ],
  },
})
