import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { contactForms } from '#features/ground/contact-forms/contract.ts'
import { sessions } from '#features/ground/sessions/contract.ts'
import { runJob } from '#platform/server/jobs/jobs.ts'
import { sendMail } from '#platform/server/messages/messages.ts'
import { createOutboxWorker } from '#platform/server/messages/outbox.ts'
import { openTracing } from '#platform/server/tracing/open-telemetry.ts'
import { tracingOf } from '#platform/server/tracing/settings.ts'
import { type Tracing, traceWith } from '#platform/server/tracing/traced.ts'
import { buildUser } from '#testing/builders.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { type ReceivedSpan, startOtlpReceiver } from '#testing/otlp-receiver.ts'
import { openWorld, type World } from '#testing/world.ts'

const root = path.resolve(import.meta.dirname, '../../../..')
type Receiver = Awaited<ReturnType<typeof startOtlpReceiver>>

/** The tracing of a start with these variables, beside a receiver. */
async function trace(variables: Record<string, string> = {}, onFault: (error: unknown) => void = () => undefined) {
  const receiver = await startOtlpReceiver()
  const all = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.address, ...variables }
  for (const [name, value] of Object.entries(all)) vi.stubEnv(name, value)
  const tracing = await openTracing(tracingOf(process.env)!, onFault)
  traceWith(tracing)
  return { receiver, tracing }
}

const named = (receiver: Receiver, name: string): ReceivedSpan[] =>
  receiver.spans().filter((span) => span.name === name)

afterEach(() => {
  traceWith(null)
  vi.unstubAllEnvs()
})

describe('what a receiver of traces is sent', () => {
  let world: World
  let receiver: Receiver
  let tracing: Tracing
  beforeAll(async () => {
    const opened = await trace({
      OTEL_SERVICE_NAME: 'poljin-testi',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=trial%20run',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-team=sight',
      OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
    })
    ;({ receiver, tracing } = opened)
    world = await openWorld({ variables: { TRUST_PROXY: '1' } })
  })
  afterAll(async () => {
    await world.close()
    await receiver.close()
  })

  it('is a span of each call with route, status and kind of caller, its statements below it, and nothing personal', async () => {
    traceWith(tracing)
    const { userId, email } = await buildUser(world)
    const own = await world.signIn(userId)
    const trace = 'a'.repeat(32)
    const outer = 'b'.repeat(16)
    const asked = await world.call(sessions.user, {
      as: own,
      headers: { traceparent: `00-${trace}-${outer}-01`, 'x-request-id': 'proxy-id-0001' },
    })
    expect([asked.status, asked.headers['x-request-id']]).toEqual([200, 'proxy-id-0001'])
    const message = `Salainen viesti osoitteesta ${email}`
    const sent = await world.call(contactForms.submit, {
      key: world.env.id(),
      body: { role: 'OTHER', name: 'Aino Salainen', email, message },
      headers: { traceparent: 'rubbish' },
    })
    await world.app.inject({
      method: 'GET',
      url: '/api/nowhere?haku=salainen',
      headers: { traceparent: `00-${'0'.repeat(32)}-${outer}-01` },
    })
    await runJob(world.services, {
      name: 'drill',
      cron: '0 0 * * *',
      run: async () => ({ n: await world.services.database.primary.selectFrom('companies').select('id').execute() }),
    })
    await runJob(world.services, {
      name: 'broken-drill',
      cron: '0 0 * * *',
      run: async () => Promise.reject(Object.assign(new Error(email), { code: 'E_DRILL' })),
    }).catch(() => undefined)
    await world.services.database.primary.deleteFrom('outbox').execute()
    await world.services.database.transaction((db) =>
      sendMail(db, world.services, {
        to: email,
        language: 'fi',
        template: 'sessions:mail.secondFactorChanged',
        values: { name: 'Aino' },
        userId,
      }),
    )
    const gateway = { send: async () => ({ providerId: 'x' }) }
    const { database, env } = world.services
    const worker = createOutboxWorker({
      database,
      env,
      gateways: { EMAIL: gateway, SMS: gateway },
      log: { warn() {}, error() {} },
    })
    expect(await worker.drain()).toBe(1)
    await worker.stop()
    await tracing.close()
    traceWith(null)

    expect(receiver.calls[0]).toMatchObject({
      path: '/v1/traces',
      headers: { 'x-team': 'sight', 'content-type': 'application/x-protobuf' },
    })
    expect(receiver.received[0]?.resource).toMatchObject({
      'service.name': 'poljin-testi',
      'deployment.environment.name': 'trial run',
    })

    const [call] = named(receiver, `GET ${sessions.user.path}`)
    expect(call).toMatchObject({ traceId: trace, parentSpanId: outer, kind: 2, status: 0 })
    expect(call?.attributes).toEqual({
      'http.request.method': 'GET',
      'http.route': sessions.user.path,
      'http.response.status_code': 200,
      'poljin.actor': 'EMPLOYEE',
      'poljin.request_id': 'proxy-id-0001',
    })
    const below = receiver.spans().filter(({ parentSpanId }) => parentSpanId === call?.spanId)
    expect(below.map(({ name }) => name)).toContain('select session_tokens')
    for (const span of below)
      expect(span).toMatchObject({ traceId: trace, kind: 3, attributes: { 'db.system.name': 'postgresql' } })

    const [form] = named(receiver, `POST ${contactForms.submit.path}`)
    expect(form?.attributes).toMatchObject({ 'http.response.status_code': sent.status, 'poljin.actor': 'VISITOR' })
    expect(form?.parentSpanId).toBe('')
    const written = receiver
      .spans()
      .filter(({ parentSpanId }) => parentSpanId === form?.spanId)
      .map(({ name }) => name)
    for (const name of ['begin', 'insert contact_forms', 'commit']) expect(written).toContain(name)

    const [nowhere] = named(receiver, 'GET /api/*')
    expect(nowhere).toMatchObject({ parentSpanId: '', attributes: { 'http.response.status_code': 404 } })
    expect(nowhere?.traceId).not.toMatch(/^0+$/)

    const [job] = named(receiver, 'job drill')
    expect(
      receiver
        .spans()
        .filter(({ parentSpanId }) => parentSpanId === job?.spanId)
        .map(({ name }) => name),
    ).toEqual(['select companies'])
    expect(named(receiver, 'job broken-drill')[0]).toMatchObject({
      status: 2,
      attributes: { 'error.type': 'Error E_DRILL' },
    })
    expect(named(receiver, 'send EMAIL')[0]).toMatchObject({
      kind: 4,
      status: 0,
      attributes: { 'poljin.channel': 'EMAIL', 'poljin.attempt': 1 },
    })

    const everything = receiver.calls.map(({ raw }) => raw).join('')
    const { first_name, last_name } = await database.primary
      .selectFrom('users')
      .select(['first_name', 'last_name'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    for (const secret of [email, userId, own.accessToken, first_name, last_name, 'Salainen', 'salainen', 'haku='])
      expect(everything, secret).not.toContain(secret)
  })
})

describe('the variables of OpenTelemetry', () => {
  it('choose JSON, a share of the traces, and what a caller has decided', async () => {
    const { receiver, tracing } = await trace({
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0',
    })
    tracing.begin('left out', 'INTERNAL', {}, 'nothing').end()
    const above = { traceId: 'c'.repeat(32), spanId: 'd'.repeat(16) }
    tracing.begin('wanted', 'SERVER', { 'poljin.attempt': 2 }, { ...above, sampled: true }).end()
    tracing.begin('unwanted', 'SERVER', {}, { ...above, sampled: false }).end()
    await tracing.close()
    await receiver.close()
    expect(receiver.calls[0]?.headers['content-type']).toBe('application/json')
    expect(receiver.spans()).toMatchObject([
      { name: 'wanted', traceId: above.traceId, parentSpanId: above.spanId, attributes: { 'poljin.attempt': 2 } },
    ])
  })

  it('name a receiver that refuses, which is told and stops nothing', async () => {
    const faults: unknown[] = []
    const { receiver, tracing } = await trace({}, (error) => faults.push(error))
    receiver.answerWith(400)
    tracing.begin('lost', 'INTERNAL', {}, 'nothing').end()
    await tracing.close()
    await receiver.close()
    expect(faults).toHaveLength(1)
  })

  it.each([
    [{}],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_SDK_DISABLED: 'true' }],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_TRACES_EXPORTER: 'none' }],
  ])('leave tracing out: %j', (variables) => {
    expect(tracingOf(variables)).toBeNull()
  })

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4317'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_TRACES_SAMPLER', 'some'],
    ['OTEL_TRACES_SAMPLER_ARG', '2'],
    ['OTEL_RESOURCE_ATTRIBUTES', 'stage'],
    ['OTEL_BSP_SCHEDULE_DELAY', 'soon'],
  ])('are refused by name where they cannot be meant: %s=%s', (name, value) => {
    expect(() => tracingOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', [name]: value })).toThrow(name)
  })
})

describe('a service that is started', () => {
  let database: TestDatabase
  const folder = mkdtempSync(path.join(tmpdir(), 'poljin-tracing-'))
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(async () => {
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  const tellOfModules = `import { registerHooks } from 'node:module'
registerHooks({ load: (url, context, next) => {
  if (url.includes('@opentelemetry')) console.log('LOADED ' + url)
  return next(url, context)
} })`

  /** Starts the service, asks it once and stops it. */
  async function startOnce(variables: Record<string, string>): Promise<string> {
    const child = spawn(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(tellOfModules)}`, 'src/app/server/main.ts'],
      {
        cwd: root,
        env: {
          PATH: process.env.PATH ?? '',
          NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
          NODE_NO_WARNINGS: '1',
          LOG_LEVEL: 'info',
          PORT: '0',
          DATA_DIR: folder,
          DATABASE_URL: database.connectionString,
          ...variables,
        },
      },
    )
    let output = ''
    let isAsked = false
    const hear = async (chunk: Buffer) => {
      output += chunk.toString()
      const address = /is running: (\S+)\s/.exec(output)?.[1]
      if (!address || isAsked) return
      isAsked = true
      await fetch(`${address}/api/health-check`)
      child.kill('SIGTERM')
    }
    child.stdout.on('data', (chunk: Buffer) => void hear(chunk))
    child.stderr.on('data', (chunk: Buffer) => void hear(chunk))
    await new Promise((resolve) => child.once('exit', resolve))
    expect(isAsked, output).toBe(true)
    return output
  }

  it('loads nothing of OpenTelemetry without a receiver, and with one sends its calls before it ends', async () => {
    expect(await startOnce({})).not.toContain('LOADED')
    const receiver = await startOtlpReceiver()
    const output = await startOnce({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.address })
    await receiver.close()
    expect(output).toContain('LOADED')
    const [call] = named(receiver, 'GET /api/health-check')
    expect(call?.attributes).toMatchObject({ 'http.response.status_code': 200 })
    expect(output).toContain(`"trace":"${call?.traceId}"`)
  })
})
