import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { AppError } from '#platform/contract/errors.ts'
import { FileDecoder } from '#platform/server/documents/reading/decode.ts'
import { unpacked } from '#platform/server/documents/reading/unpack.ts'
import { FileFault } from '#platform/server/documents/reading/xml-reader.ts'
import type { Actor } from '#platform/server/events/events.ts'
import type { BankFileKind } from '../../rules/statements.ts'

/** A file as it came: its name, and its bytes as often as they are asked for. */
export interface IncomingFile {
  readonly name: string
  open(): Iterable<Uint8Array> | Readable
}

export interface TakenBy {
  readonly actor: Actor
  /** Who has confirmed it, or decided about what it brought; null is the bank's own connection. */
  readonly userId: string | null
  /** Who has brought it by hand. */
  readonly broughtBy?: string
}

/** What a file brought. */
export interface TakenCounts {
  readonly entries: number
  readonly matched: number
  readonly known: number
  readonly doubts: number
  readonly skippedAccounts: readonly string[]
}

const roots: readonly (readonly [RegExp, BankFileKind])[] = [
  [/<(?:[\w.-]+:)?BkToCstmrAcctRpt[\s>]/, 'CAMT052'],
  [/<(?:[\w.-]+:)?BkToCstmrStmt[\s>]/, 'CAMT053'],
  [/<(?:[\w.-]+:)?BkToCstmrDbtCdtNtfctn[\s>]/, 'CAMT054'],
  [/<(?:[\w.-]+:)?CstmrPmtStsRpt[\s>]/, 'PAIN002'],
]

/** A frame around or before a document is shorter. */
const HEAD_CHARACTERS = 65_536

/** The first characters of what a file holds, packed or not. */
async function headOf(file: IncomingFile): Promise<string> {
  const decoder = new FileDecoder()
  let head = ''
  for await (const chunk of unpacked(file.open())) {
    head += decoder.decode(chunk.subarray(0, 2 * HEAD_CHARACTERS))
    if (head.length >= HEAD_CHARACTERS) return head
  }
  return head + decoder.decode(new Uint8Array(), { isLast: true })
}

/**
 * A file's hash, and what it is by the name of its message, which stands at its beginning.
 * @throws FileFault BANK_FILE_UNKNOWN_KIND
 */
export async function identify(file: IncomingFile): Promise<{ sha256: Buffer; kind: BankFileKind }> {
  const hash = createHash('sha256')
  for await (const chunk of file.open()) hash.update(chunk as Uint8Array)
  const head = await headOf(file)
  const [kind] = roots
    .flatMap(([root, one]) => {
      const at = head.search(root)
      return at < 0 ? [] : [{ at, one }]
    })
    .toSorted((left, right) => left.at - right.at)
    .map(({ one }) => one)
  if (!kind) throw new FileFault('BANK_FILE_UNKNOWN_KIND', 1)
  return { sha256: hash.digest(), kind }
}

/** A refusal that names the line and why, in the answer's details; every other error as it is. */
export function refusal(error: unknown): unknown {
  if (!(error instanceof FileFault)) return error
  return new AppError('BANK_FILE_NOT_ACCEPTED', { details: { reason: error.code, line: error.line } })
}
