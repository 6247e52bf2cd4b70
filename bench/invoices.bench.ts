// Random invoices priced and posted by the product against an independent count, and the e-invoice of each tenth:
// `npm run bench -- invoices` (1,000,000 invoices; INVOICES and SEED choose others).
import { differencesOf } from '#testing/money/invoice-differences.ts'

const invoices = Number(process.env.INVOICES ?? 1_000_000)
const seed = Number(process.env.SEED ?? 20_261_122)
const start = process.hrtime.bigint()
const found = differencesOf({ invoices, seed, eInvoiceEach: 10 })
const seconds = Number(process.hrtime.bigint() - start) / 1e9
for (const difference of found) console.log(difference)
console.log(`${invoices} invoices (seed ${seed}): ${found.length} differences, ${seconds.toFixed(1)} s`)
if (found.length > 0) process.exitCode = 1
