/** Where a call comes from in a trace that somebody else has begun. */
export interface RemoteSpan {
  readonly traceId: string
  readonly spanId: string
  readonly sampled: boolean
}

const isZero = (id: string) => /^0+$/.test(id)

/** What a `traceparent` says (W3C Trace Context); null where it is none, and whoever asked for it begins a trace anew. */
export function remoteSpanOf(given: unknown): RemoteSpan | null {
  if (typeof given !== 'string' || given.length > 512) return null
  // A later version may say more behind a dash, version 00 may not.
  const found = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/.exec(given)
  if (!found) return null
  const [, version, traceId = '', spanId = '', flags = '', more] = found
  if (version === 'ff' || (version === '00' && more !== undefined)) return null
  if (isZero(traceId) || isZero(spanId)) return null
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 }
}
