import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { banking } from '#features/money/banking/contract.ts'
import { readCamt } from '#features/money/banking/server/statements/camt.ts'
import { readPaymentStatusReport } from '#features/money/banking/server/statements/pain-002.ts'
import { eInvoices } from '#features/money/e-invoices/contract.ts'
import { readFinvoices } from '#features/money/e-invoices/server/finvoice-read.ts'
import { bikeStores } from '#features/pricing/bike-stores/contract.ts'
import { readCsv } from '#platform/server/documents/reading/csv.ts'
import { FileFault } from '#platform/server/documents/reading/xml-reader.ts'
import { signedInAs, stepUp } from '#testing/builders.ts'
import { corpus } from '#testing/corpus/corpus.ts'
import { pick, randomOf } from '#testing/random.ts'
import { isLongRun } from '#testing/runs/long-tests.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'

const MUTATIONS = isLongRun ? 100_000 : 500
const CALLS = isLongRun ? 500 : 20

const folder = path.join(import.meta.dirname, '../../../../testing/corpus')
const files = corpus.map(({ file }) => ({ file, content: readFileSync(path.join(folder, file)) }))
const pieces = [
  '<',
  '>',
  '</Ntry>',
  '<Ntry>',
  '&',
  '&#0;',
  ']]>',
  '"',
  ';',
  ',',
  '\r',
  '\t',
  '\0',
  '1,234',
  '-',
  'é',
  '\u{1F6B2}',
]

/** Some bytes of a file changed, cut out, doubled, or set beside those of another file. */
function mutated(random: () => number, content: Uint8Array): Buffer {
  const at = Math.floor(random() * content.length)
  const end = Math.min(content.length, at + Math.floor(random() * 60))
  const [before, middle, after] = [content.subarray(0, at), content.subarray(at, end), content.subarray(end)]
  const kind = Math.floor(random() * 6)
  if (kind === 0) return Buffer.concat([before, Buffer.from([Math.floor(random() * 256)]), after])
  if (kind === 1) return Buffer.concat([before, after])
  if (kind === 2) return Buffer.concat([before, middle, middle, after])
  if (kind === 3) return Buffer.concat([before, Buffer.from(pick(random, pieces)), middle, after])
  if (kind === 4) return Buffer.concat([before, pick(random, files).content.subarray(0, 200), after])
  return Buffer.from(content.subarray(0, at))
}

function* mutants(count: number, seed: number) {
  const random = randomOf(seed)
  for (let n = 0; n < count; n += 1) {
    const one = pick(random, files)
    let content: Buffer = one.content
    for (let times = 1 + Math.floor(random() * 3); times > 0; times -= 1)
      if (content.length > 0) content = mutated(random, content)
    yield { n, file: one.file, content }
  }
}

const untold = { statement: () => undefined, end: () => undefined }

/** Entries that stand open and closed in what could be read to its end. */
const entriesIn = (content: Buffer) => content.toString('latin1').match(/<(?:n:)?Ntry>/g)?.length ?? 0

/** Reads a mutant as what it was. @returns how many things were told, taken or not; null where it was refused */
async function read(file: string, content: Buffer): Promise<number | null> {
  try {
    if (file.startsWith('lists/')) {
      const { lines, broken, problems } = readCsv(content, ['storeName', 'email'], ['storeName', 'email', 'phone'])
      return lines.length + broken.length + problems.length
    }
    if (file.startsWith('e-invoices/')) return readFinvoices(content).length
    if (file.includes('status-of')) return (await readPaymentStatusReport([content])) ? 1 : 0
    let told = 0
    const tell = () => {
      told += 1
    }
    await readCamt([content], { ...untold, entry: tell, doubt: tell })
    return told
  } catch (error) {
    if (error instanceof FileFault) return null
    throw new Error(`${file}: ${content.toString('base64')}`, { cause: error })
  }
}

describe('a file that was changed on its way', () => {
  it('is read or refused, and of a statement that is read each booked entry is told', async () => {
    const lost: string[] = []
    let refused = 0
    for (const { file, content } of mutants(MUTATIONS, 1)) {
      const told = await read(file, content)
      if (told === null) refused += 1
      else if (isCounted(file, content) && told < entriesIn(content)) lost.push(`${file} ${content.toString('base64')}`)
    }
    expect(lost).toEqual([])
    expect(refused).toBeGreaterThan(MUTATIONS / 10)
    expect(refused).toBeLessThan(MUTATIONS)
  }, 900_000)
})

/** Statements in plain letters whose entries are all booked still: one that is not is left out, and so is what is no element. */
const isCounted = (file: string, content: Buffer) => {
  const text = content.toString('latin1')
  return (
    file.startsWith('bank/') &&
    !['utf-16', 'status-of', 'pending'].some((kind) => file.includes(kind)) &&
    !/<!--|<!\[CDATA|PDNG/.test(text) &&
    (text.match(/<(?:n:)?Sts>(?:<Cd>)?BOOK/g)?.length ?? 0) === entriesIn(content) &&
    /^[\t\n\r -~\x80-\xff]*$/.test(text)
  )
}

describe('a file that was changed on its way and is brought by a person', () => {
  let world: World
  let staff: Caller
  beforeAll(async () => {
    world = await openWorld()
    staff = await stepUp(world, await signedInAs(world, 'SUPER_ADMIN'))
  })
  afterAll(() => world.close())

  it('is answered without a fault of ours', async () => {
    const answers = new Map<number, number>()
    const faults: string[] = []
    for (const { n, file, content } of mutants(CALLS, 2)) {
      const brought = { as: staff, query: { fileName: `${n}.txt` }, body: content }
      const reply = file.startsWith('bank/')
        ? await world.call(banking.takeIn, brought)
        : file.startsWith('e-invoices/')
          ? await world.call(eInvoices.takeIn, brought)
          : await world.call(bikeStores.importStores, brought)
      answers.set(reply.status, (answers.get(reply.status) ?? 0) + 1)
      if (reply.status >= 500) faults.push(`${file} ${content.toString('base64')}: ${JSON.stringify(reply.body)}`)
    }
    expect(faults).toEqual([])
    expect([...answers.values()].reduce((sum, count) => sum + count, 0)).toBe(CALLS)
  }, 600_000)
})
