import type { RemoteSpan } from './traceparent.ts'

/** What a span says besides its name and times. Never who somebody is, what they typed or what a row holds. */
export type Facts = Readonly<Record<string, string | number | boolean>>

export type SpanKind = 'SERVER' | 'CLIENT' | 'INTERNAL' | 'PRODUCER'

export interface Span {
  readonly traceId: string
  rename(name: string): void
  note(facts: Facts): void
  /** @param kind the class or code of a fault, never its words */
  fail(kind: string): void
  end(): void
  /** Runs work whose spans stand below this one. */
  run<R>(work: () => R): R
}

export interface Tracing {
  /** Whether a span is open around whoever asks. */
  isInside(): boolean
  /** Begins a span below the one around, below one of another service, or a trace of its own. */
  begin(name: string, kind: SpanKind, facts: Facts, above?: RemoteSpan | 'nothing'): Span
  /** Sends what waits and stops. */
  close(): Promise<void>
}

let tracing: Tracing | null = null

/** The tracing of the process: none unless the operator has named a receiver. */
export const activeTracing = (): Tracing | null => tracing

export function traceWith(other: Tracing | null): void {
  tracing = other
}

/** The class and code of a fault. */
function faultKind(error: unknown): string {
  const { name = 'Error', code } = (error ?? {}) as { name?: string; code?: unknown }
  return typeof code === 'string' ? `${name} ${code}` : name
}

async function within<R>(span: Span, work: (span: Span) => Promise<R>): Promise<R> {
  try {
    return await span.run(() => work(span))
  } catch (error) {
    span.fail(faultKind(error))
    throw error
  } finally {
    span.end()
  }
}

/** Does work that nobody's call began, as a trace of its own where there is tracing. */
export function traced<R>(name: string, kind: SpanKind, facts: Facts, work: (span?: Span) => Promise<R>): Promise<R> {
  if (!tracing) return work()
  return within(tracing.begin(name, kind, facts, 'nothing'), work)
}

/** Sends a statement, as a span of the call or job that it belongs to. */
export function tracedStatement<R>(facts: () => { readonly name: string } & Facts, work: () => Promise<R>): Promise<R> {
  if (!tracing?.isInside()) return work()
  const { name, ...rest } = facts()
  return within(tracing.begin(name, 'CLIENT', { 'db.system.name': 'postgresql', ...rest }), work)
}
