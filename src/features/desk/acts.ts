import type { GuardCode } from '#features/orders/rules/guards.ts'
import { edgesFrom } from '#features/orders/rules/transitions.ts'
import type { OrderStatus } from '#features/orders/rules.ts'

/** A move as the server offers it to the caller. */
export interface OfferedMove {
  readonly to: OrderStatus
  readonly allowed: boolean
  readonly unmet: readonly string[]
}

/** What a move is called on the desk; several rows of the transition table may be one act. */
export type ActName =
  | 'openPackage'
  | 'pricePackage'
  | 'reopenPackage'
  | 'sendToSign'
  | 'returnToPackage'
  | 'confirm'
  | 'process'
  | 'awaitInvoice'
  | 'match'
  | 'deliver'
  | 'bill'
  | 'startLease'
  | 'ask'
  | 'answer'
  | 'setAside'
  | 'takeBack'
  | 'cancel'
  | 'openCancellation'
  | 'settle'
  | 'stepBack'
  | 'withdrawCancellation'
  | 'adopt'

export interface Act {
  readonly name: ActName
  readonly to: OrderStatus
  /** May be begun now; what its own dialog asks for does not stand in the way. */
  readonly open: boolean
  /** What stands in the way, the dialog's own questions left out. */
  readonly unmet: readonly string[]
  readonly needsReason: boolean
  /** Ends the order: asked for with care and shown last. */
  readonly ends: boolean
}

const names: Record<string, ActName> = {
  O2: 'openPackage',
  O3: 'pricePackage',
  O4: 'reopenPackage',
  O5: 'sendToSign',
  O6: 'returnToPackage',
  O7: 'confirm',
  O8: 'process',
  O9: 'awaitInvoice',
  O10: 'match',
  O11: 'match',
  O12: 'deliver',
  O13: 'bill',
  O14: 'startLease',
  O15: 'startLease',
  O16: 'ask',
  O17: 'answer',
  O18: 'setAside',
  O19: 'takeBack',
  O20: 'cancel',
  O21: 'openCancellation',
  O22: 'settle',
  O24: 'adopt',
  O25: 'stepBack',
  O26: 'withdrawCancellation',
}

const deliveryFacts = [
  'FRAME_NUMBER_MISSING',
  'FRAME_NUMBER_TAKEN',
  'DELIVERY_DAY_MISSING',
  'DELIVERY_DAY_OUT_OF_RANGE',
]
const invoiceFacts = ['INVOICE_NOT_MATCHED', 'INVOICE_NOT_VERIFIED', 'INVOICE_DIFFERENCE_NEEDS_REASON']

/** Guards that the act's own dialog fulfils. */
const asked: Partial<Record<ActName, readonly (GuardCode | string)[]>> = {
  process: ['STORE_ORDER_NUMBER_MISSING'],
  match: [...invoiceFacts, ...deliveryFacts],
  deliver: deliveryFacts,
}

/** Acts that carry the order forward, or that a colleague would look for first; the rest follows in the table's order. */
const rank: readonly ActName[] = ['setAside', 'stepBack', 'cancel', 'openCancellation']

function nameOf(from: OrderStatus, to: OrderStatus): { name: ActName; needsReason: boolean } | null {
  const rows = edgesFrom(from)
  const edges = rows.filter((edge) => edge.to === to)
  const resuming = rows.filter((edge) => edge.to === 'RESUME' && edge.resumable?.includes(to))
  const all = edges.length > 0 ? edges : resuming
  const first = all[0]
  if (!first) return null
  const name = first.id === 'O19' && to === 'CANCELLED' ? 'cancel' : names[first.id]
  return name ? { name, needsReason: all.every((edge) => edge.needsReason === true) } : null
}

/**
 * The acts of an order's panel, made from the moves that the server offers and from nothing else. Matching an invoice
 * is one act whichever of its two statuses it leads to.
 */
export function actsOf(from: OrderStatus, moves: readonly OfferedMove[]): Act[] {
  const acts: Act[] = []
  for (const move of moves) {
    const named = nameOf(from, move.to)
    if (!named) continue
    const own = asked[named.name] ?? []
    const unmet = move.unmet.filter((guard) => !own.includes(guard))
    const act = { ...named, to: move.to, open: unmet.length === 0, unmet, ends: move.to === 'CANCELLED' }
    const same = acts.findIndex(({ name }) => name === act.name && name === 'match')
    if (same < 0) acts.push(act)
    // Both rows can be taken by the dialog; the one that already holds names where the order will go.
    else if (move.allowed) acts[same] = act
  }
  return acts.toSorted((left, right) => rank.indexOf(left.name) - rank.indexOf(right.name))
}

/** The act that the panel shows as its primary one: the first that is open and carries the order forward. */
export function primaryAct(acts: readonly Act[]): Act | undefined {
  const aside: readonly ActName[] = [
    'ask',
    'setAside',
    'stepBack',
    'cancel',
    'openCancellation',
    'reopenPackage',
    'returnToPackage',
  ]
  return acts.find((act) => act.open && !aside.includes(act.name))
}
