/** What a root says; what is signed is its text. */
export interface RootStatement {
  readonly format: 'poljin-root-1'
  readonly number: number
  readonly at: string
  /** How many leaves the tree has. */
  readonly size: number
  readonly root: string
  /** SHA-256 of the statement before; null in the first. */
  readonly previous: string | null
}

export const statementOf = ({ statement }: { readonly statement: string }) => JSON.parse(statement) as RootStatement

export interface ReceiptEvent {
  readonly id: string
  readonly type: string
  /** What the log says, as it was hashed. */
  readonly text: string
  /** The facts and the salt, where the text holds their hash alone; null where they were taken out by law. */
  readonly data: unknown
  readonly salt: string | null
  /** The event's link in its chain; whoever has the log compares it. */
  readonly hash: string
  readonly root: number
  readonly place: number
  readonly path: readonly string[]
}

/** What its holder proves with, years later and without us, that the log held this at that hour. */
export interface Receipt {
  readonly format: 'poljin-receipt-1'
  readonly agreementNumber: string
  readonly events: readonly ReceiptEvent[]
  /** The roots from the first to the last that the events stand in, and on to the stamped one, none left out. */
  readonly roots: readonly { readonly statement: string; readonly signature: string; readonly certificate: number }[]
  /** The certificates of the roots, in DER as base64. */
  readonly certificates: readonly string[]
  /** The token of a time stamp over the statement of the last of the roots, in DER as base64; absent before there is one. */
  readonly stamp?: { readonly root: number; readonly token: string }
}
