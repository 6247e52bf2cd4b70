import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  SpanKind as Kind,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { TracingConfig } from './settings.ts'
import type { Span, Tracing } from './traced.ts'
import type { RemoteSpan } from './traceparent.ts'

function samplerOf({ sampler, perTenThousand }: TracingConfig): Sampler {
  const word = sampler.replace('parentbased_', '')
  const root =
    word === 'traceidratio'
      ? new TraceIdRatioBasedSampler(perTenThousand / 10_000)
      : word === 'always_off'
        ? new AlwaysOffSampler()
        : new AlwaysOnSampler()
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root
}

/** The exporter of the wanted protocol, and no other, is loaded. */
async function exporterOf({ protocol }: TracingConfig): Promise<SpanExporter> {
  const { OTLPTraceExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto')
  return new OTLPTraceExporter()
}

/** Tells once of each batch that nobody took; what it held is lost, the service goes on. */
function telling(exporter: SpanExporter, onFault: (error: unknown) => void): SpanExporter {
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error) onFault(result.error)
        done(result)
      }),
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  }
}

const contextBelow = ({ traceId, spanId, sampled }: RemoteSpan): Context =>
  trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: sampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
    isRemote: true,
  })

/** OpenTelemetry's tracing. Nobody imports this file where no receiver is named: it brings the libraries along. */
export async function openTracing(config: TracingConfig, onFault: (error: unknown) => void): Promise<Tracing> {
  const provider = new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({ ...config.resource, 'service.name': config.serviceName }),
    ),
    sampler: samplerOf(config),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: telling(await exporterOf(config), onFault),
        scheduledDelayMillis: config.everyMs,
      }),
    ],
  })
  const tracer = provider.getTracer('poljin')
  const around = new AsyncLocalStorage<OtelSpan>()
  const handle = (span: OtelSpan): Span => ({
    traceId: span.spanContext().traceId,
    rename: (name) => void span.updateName(name),
    note: (facts) => void span.setAttributes(facts),
    fail: (kind) => void span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', kind),
    end: () => span.end(),
    run: (work) => around.run(span, work),
  })
  return {
    isInside: () => around.getStore()?.isRecording() === true,
    begin(name, kind, attributes, above) {
      const open = above === undefined ? around.getStore() : undefined
      const context = open
        ? trace.setSpan(ROOT_CONTEXT, open)
        : above && above !== 'nothing'
          ? contextBelow(above)
          : ROOT_CONTEXT
      return handle(tracer.startSpan(name, { kind: Kind[kind], attributes }, context))
    },
    // What nobody took has been told.
    close: () => provider.shutdown().catch(() => undefined),
  }
}
