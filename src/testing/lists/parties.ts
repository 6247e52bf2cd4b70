/** Whom an act touches beside whoever takes it. */
export type Party = 'EMPLOYER' | 'EMPLOYEE' | 'STORE' | 'LESSOR' | 'PAYEE'

/** Why nobody else hears of an act, though its permission touches others. */
export const silences = {
  asks: 'reckons or asks and writes nothing',
  books: 'is a note of our own books; neither money nor terms of anybody move',
  draft: 'prepares what is told when it is sent, released or confirmed',
  empty: 'is refused while anybody has part in it, or makes what nobody has part in yet',
  future: 'holds for what is agreed later; what is agreed keeps its terms',
  itself: 'is itself the message that the other party gets',
  log: 'stands in the log that the person whom it touches reads',
  migration: 'brings in what both parties have signed in the service of before',
  own: 'concerns whoever does it, or their own company, alone',
  paid: 'notes what the bank has told; it stands on the bill that its payer sees',
  page: 'shows on their own page what stands; nothing of it is signed, paid or decided by it',
  staff: 'asks a colleague of our staff, who gets the message; nothing of the other party changes',
  second: 'is the yes of a second person to what another has made, and its payee gets the money',
  task: 'asks our staff, whose task it becomes',
  undo: 'takes back what nobody has been told yet',
} as const

export type Silence = keyof typeof silences

export interface Touching {
  /** Whom its acts touch, whoever of them holds it. */
  readonly parties: readonly Party[]
  /**
   * Its calls, each with how the parties hear of it: a notice by its template, a proposal by its kind (`proposal X`), or
   * nobody (`- why`).
   */
  readonly calls?: Readonly<Record<string, string>>
  /** The call within which it is asked, where it has none of its own. */
  readonly within?: string
}

export const [er, ee] = ['EMPLOYER', 'EMPLOYEE'] as const

export const both = [er, ee] as const
