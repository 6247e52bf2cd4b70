/** What the check of the event log can find wrong: in a chain, in rows and files that it tells of, in the kept heads and in the trees. */
export const chainFaults = [
  'CHANGED',
  'MISSING',
  'HEAD',
  'ORPHAN',
  'CUT',
  'SIGNATURE',
  'STAMP',
  'PAYMENT',
  'TERMS',
  'FILE',
  'KEPT',
  'ROOT',
  'LEAF',
] as const
