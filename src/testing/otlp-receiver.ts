import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'

export interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string
  readonly name: string
  /** 1 internal, 2 server, 3 client, 4 producer. */
  readonly kind: number
  /** 2: a fault. */
  readonly status: number
  readonly attributes: Readonly<Record<string, unknown>>
}

interface Received {
  readonly resource: Readonly<Record<string, unknown>>
  readonly spans: readonly ReceivedSpan[]
}

/** The fields of a message of Protocol Buffers by their numbers: numbers, or bytes to be read on. */
function fieldsOf(bytes: Uint8Array): Map<number, (bigint | Uint8Array)[]> {
  const fields = new Map<number, (bigint | Uint8Array)[]>()
  let at = 0
  const varint = () => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at]
      if (byte === undefined) throw new Error('the message was cut')
      at += 1
      value |= BigInt(byte & 127) << shift
      if (byte < 128) return value
    }
  }
  const take = (length: number) => {
    at += length
    return bytes.subarray(at - length, at)
  }
  while (at < bytes.length) {
    const key = Number(varint())
    const wire = key & 7
    const value = wire === 0 ? varint() : take(wire === 1 ? 8 : wire === 5 ? 4 : Number(varint()))
    fields.set(key >> 3, [...(fields.get(key >> 3) ?? []), value])
  }
  return fields
}

type Fields = ReturnType<typeof fieldsOf>
const messages = (fields: Fields, number: number) =>
  (fields.get(number) ?? []).flatMap((value) => (typeof value === 'bigint' ? [] : [value]))
const text = (fields: Fields, number: number) => Buffer.from(messages(fields, number)[0] ?? []).toString()
const hex = (fields: Fields, number: number) => Buffer.from(messages(fields, number)[0] ?? []).toString('hex')
const count = (fields: Fields, number: number) => Number(fields.get(number)?.[0] ?? 0)

function attributesIn(fields: Fields, number: number): Record<string, unknown> {
  return Object.fromEntries(
    messages(fields, number).map((pair) => {
      const one = fieldsOf(pair)
      const value = fieldsOf(messages(one, 2)[0] ?? new Uint8Array())
      return [text(one, 1), value.has(3) ? count(value, 3) : value.has(2) ? count(value, 2) === 1 : text(value, 1)]
    }),
  )
}

/** An ExportTraceServiceRequest in bytes. */
function fromBytes(body: Uint8Array): Received[] {
  return messages(fieldsOf(body), 1).map((resourceSpans) => {
    const part = fieldsOf(resourceSpans)
    const resource = attributesIn(fieldsOf(messages(part, 1)[0] ?? new Uint8Array()), 1)
    const spans = messages(part, 2).flatMap((scope) => messages(fieldsOf(scope), 2).map(fieldsOf))
    return {
      resource,
      spans: spans.map((span) => ({
        traceId: hex(span, 1),
        spanId: hex(span, 2),
        parentSpanId: hex(span, 4),
        name: text(span, 5),
        kind: count(span, 6),
        status: count(fieldsOf(messages(span, 15)[0] ?? new Uint8Array()), 3),
        attributes: attributesIn(span, 9),
      })),
    }
  })
}

interface JsonPairs {
  readonly key: string
  readonly value: { readonly stringValue?: string; readonly intValue?: number | string; readonly boolValue?: boolean }
}
interface JsonSpan extends Omit<ReceivedSpan, 'attributes' | 'status'> {
  readonly attributes: readonly JsonPairs[]
  readonly status: { readonly code?: number }
}
interface JsonRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly JsonPairs[] }
    readonly scopeSpans: readonly { readonly spans: readonly JsonSpan[] }[]
  }[]
}

const attributesOf = (pairs: readonly JsonPairs[]) =>
  Object.fromEntries(
    pairs.map(({ key, value }) => [
      key,
      value.intValue === undefined ? (value.stringValue ?? value.boolValue) : Number(value.intValue),
    ]),
  )

/** The same as JSON. */
function fromJson(body: Uint8Array): Received[] {
  const { resourceSpans } = JSON.parse(Buffer.from(body).toString()) as JsonRequest
  return resourceSpans.map(({ resource, scopeSpans }) => ({
    resource: attributesOf(resource.attributes),
    spans: scopeSpans.flatMap(({ spans }) =>
      spans.map(({ attributes, status, parentSpanId = '', ...span }) => ({
        ...span,
        parentSpanId,
        status: status.code ?? 0,
        attributes: attributesOf(attributes),
      })),
    ),
  }))
}

/** A receiver of traces (OTLP over HTTP) on loopback, which reads what it is sent in either form. */
export async function startOtlpReceiver() {
  const received: Received[] = []
  const calls: { path: string; headers: IncomingHttpHeaders; raw: string }[] = []
  let status = 200
  const server = createServer(async (request, response) => {
    const sent = await buffer(request)
    const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent
    const isJson = request.headers['content-type'] === 'application/json'
    calls.push({ path: request.url ?? '', headers: request.headers, raw: body.toString('latin1') })
    if (status === 200) received.push(...(isJson ? fromJson(body) : fromBytes(body)))
    response.writeHead(status, { 'content-type': request.headers['content-type'] ?? '' }).end(isJson ? '{}' : '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    received,
    spans: () => received.flatMap(({ spans }) => spans),
    answerWith: (other: number) => {
      status = other
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
