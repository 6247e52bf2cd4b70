import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { keepFileLater } from '#platform/server/documents/later-documents.ts'
import { readConfig } from '#platform/server/runtime/config.ts'
import { createGateways, type Gateway } from '#platform/server/runtime/gateways.ts'
import { openWorld, type World } from '#testing/world.ts'
import { sendMail, sendSms } from './messages.ts'
import { backOffMs, createOutboxWorker, type OutboxWorker } from './outbox.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.services.database.primary.deleteFrom('outbox').execute()
})

const quiet = { warn: () => undefined, error: () => undefined }
const workerWith = (gateway: Gateway): OutboxWorker =>
  createOutboxWorker({
    database: world.services.database,
    env: world.env,
    gateways: { EMAIL: gateway, SMS: gateway },
    log: quiet,
    openFile: (key, sha256) => world.services.files.open(key, sha256),
  })
const rows = () => world.services.database.primary.selectFrom('outbox').selectAll().orderBy('id').execute()
const write = (to = 'joku@testi.example', attachmentFileId: string | null = null) =>
  world.services.database.transaction((db) =>
    sendMail(db, world.services, {
      to,
      language: 'fi',
      template: 'sessions:mail.invitation',
      link: '/mybike',
      attachmentFileId,
      values: { name: 'Aino', days: 14 },
    }),
  )

describe('the outbox', () => {
  it('keeps a mail while the server is down and delivers it once when it is back, under one id', async () => {
    await write()
    const seen: string[] = []
    let down = true
    const worker = workerWith({
      async send({ id }) {
        seen.push(id)
        if (down) throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
        return { providerId: 'x' }
      },
    })
    await worker.drain()
    expect(await rows()).toMatchObject([{ status: 'PENDING', attempts: 1, last_error: 'ECONNREFUSED' }])
    expect(await worker.drain()).toBe(0)
    world.env.advance(60_000)
    down = false
    expect(await worker.drain()).toBe(1)
    expect(await rows()).toMatchObject([{ status: 'SENT', attempts: 2, last_error: null }])
    expect(new Set(seen).size).toBe(1)
    world.env.advance(3_600_000)
    expect(await worker.drain()).toBe(0)
    await worker.stop()
  })

  it('gives a message up after twelve tries and says so', async () => {
    await write()
    const worker = workerWith({ send: () => Promise.reject(new Error('no')) })
    for (let i = 0; i < 14; i += 1) {
      await worker.drain()
      world.env.advance(2 * 3_600_000)
    }
    expect(await rows()).toMatchObject([{ status: 'DEAD', attempts: 12 }])
    await worker.stop()
  })

  it('sends text messages and codes while a mail server hangs', async () => {
    for (let place = 0; place < 20; place += 1) await write(`joku${place}@testi.example`)
    await world.services.database.transaction(async (db) => {
      await sendSms(db, world.services, { to: '+358401234567', language: 'fi', template: 'sessions:sms.code' })
      const code = { to: 'koodi@testi.example', language: 'fi', template: 'sessions:mail.recovery' } as const
      await sendMail(db, world.services, { ...code, urgent: true })
    })
    const sent: string[] = []
    let release: () => void = () => undefined
    const hanging = new Promise<void>((resolve) => {
      release = resolve
    })
    let arrived: () => void = () => undefined
    const both = new Promise<void>((resolve) => {
      arrived = resolve
    })
    const worker = workerWith({
      async send({ id, recipient }) {
        if (recipient.startsWith('joku')) await hanging
        sent.push(recipient)
        if (sent.length === 2) arrived()
        return { providerId: id }
      },
    })
    const drained = worker.drain()
    await both
    expect(sent.toSorted()).toEqual(['+358401234567', 'koodi@testi.example'])
    release()
    expect(await drained).toBe(22)
    await worker.stop()
  })

  it('gives a message up at once when the server says that there is no such recipient', async () => {
    await write()
    const refusal = { code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO' }
    const worker = workerWith({ send: () => Promise.reject(Object.assign(new Error('no'), refusal)) })
    await worker.drain()
    expect(await rows()).toMatchObject([{ status: 'DEAD', attempts: 1 }])
    await worker.stop()
  })

  it('hands a message to one of two workers only', async () => {
    for (let i = 0; i < 30; i += 1) await write(`joku${i}@testi.example`)
    const seen: string[] = []
    const gateway: Gateway = {
      async send({ id }) {
        seen.push(id)
        return { providerId: id }
      },
    }
    const workers = [workerWith(gateway), workerWith(gateway)]
    await Promise.all(workers.map((worker) => worker.drain()))
    expect(seen.length).toBe(30)
    expect(new Set(seen).size).toBe(30)
    await Promise.all(workers.map((worker) => worker.stop()))
  })

  it('takes a message over from a worker that died with it', async () => {
    await write()
    const dead = workerWith({ send: () => new Promise(() => undefined) })
    void dead.drain()
    await new Promise((resolve) => setTimeout(resolve, 200))
    const heir = workerWith({ send: async () => ({ providerId: 'y' }) })
    expect(await heir.drain()).toBe(0)
    world.env.advance(61_000)
    expect(await heir.drain()).toBe(1)
    await heir.stop()
  })

  it('sends nothing of a change that was rolled back', async () => {
    await expect(
      world.services.database.transaction(async (db) => {
        await sendMail(db, world.services, {
          to: 'a@testi.example',
          language: 'sv',
          template: 'sessions:mail.invitation',
          link: '/mybike',
          values: { name: 'A', days: 14 },
        })
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    expect(await rows()).toEqual([])
  })

  it('waits longer after every failure, up to an hour', () => {
    for (let attempt = 1; attempt < 12; attempt += 1) {
      expect(backOffMs(attempt)).toBeGreaterThanOrEqual(Math.min(3_600_000, 5_000 * 2 ** (attempt - 1)) * 0.9)
      expect(backOffMs(attempt)).toBeLessThanOrEqual(3_600_000 * 1.1)
    }
  })
})

describe('the SMTP gateway, against a real SMTP server', () => {
  const received: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, _session, done) {
      let text = ''
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
      stream.on('end', () => {
        received.push(text)
        done()
      })
    },
  })
  let port = 0
  beforeAll(
    () =>
      new Promise<void>((resolve) =>
        server.listen(0, '127.0.0.1', () => {
          port = (server.server.address() as AddressInfo).port
          resolve()
        }),
      ),
  )
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))

  it('sends text and HTML with a message id that stays the same', async () => {
    await write('vastaanottaja@testi.example')
    const config = readConfig({
      SECRET_KEY: 'x'.repeat(40),
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'Poljin <noreply@poljin.example>',
    })
    const worker = workerWith(createGateways(config).EMAIL)
    expect(await worker.drain()).toBe(1)
    const [row] = await rows()
    expect(received).toHaveLength(1)
    expect(received[0]).toContain('To: vastaanottaja@testi.example')
    expect(received[0]).toContain(`Message-ID: <${row!.id}@localhost>`)
    expect(received[0]).toContain('text/html')
    await worker.stop()
  })

  it('waits for the file that goes along until it is made', async () => {
    const { database, files } = world.services
    const fileId = await database.transaction((db) =>
      keepFileLater(db, world.services, {
        kind: 'TEST',
        companyId: null,
        parentType: 'test',
        parentId: world.env.id(),
        label: 'rivit.csv',
        contentType: 'text/csv',
      }),
    )
    await write('liitteen.saaja@testi.example', fileId)
    const config = readConfig({ SECRET_KEY: 'x'.repeat(40), SMTP_URL: `smtp://127.0.0.1:${port}` })
    const worker = workerWith(createGateways(config).EMAIL)
    expect(await worker.drain()).toBe(0)
    const { key, sha256, bytes } = await files.put(Buffer.from('pyörä;12,00\r\n'))
    await database.primary
      .updateTable('files')
      .set({ storage_key: key, sha256, bytes })
      .where('id', '=', fileId)
      .execute()
    expect(await worker.drain()).toBe(1)
    const mail = received.find((text) => text.includes('liitteen.saaja'))!
    expect(mail).toContain('filename=rivit.csv')
    expect(mail).toContain(Buffer.from('pyörä;12,00\r\n').toString('base64'))
    await worker.stop()
  })
})

describe('the SMS gateway, against a real HTTP server', () => {
  let server: Server
  const calls: { key: unknown; body: { to: string; text: string } }[] = []
  let answer = 200
  beforeAll(
    () =>
      new Promise<void>((resolve) => {
        server = createServer((request, response) => {
          let text = ''
          request.on('data', (chunk: Buffer) => (text += chunk.toString()))
          request.on('end', () => {
            calls.push({ key: request.headers['idempotency-key'], body: JSON.parse(text) })
            response.writeHead(answer, answer === 307 ? { location: '/elsewhere' } : {}).end()
          })
        }).listen(0, '127.0.0.1', () => resolve())
      }),
  )
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))
  afterEach(() => {
    answer = 200
  })

  it('sends the message with its key and tries again after a 500', async () => {
    await world.services.database.transaction((db) =>
      sendSms(db, world.services, {
        to: '0401234567',
        language: 'fi',
        template: 'platform:mail.signature',
        values: { phone: '1', email: '2', hours: '3' },
      }),
    )
    const { port } = server.address() as AddressInfo
    const worker = workerWith(
      createGateways(
        readConfig({
          SECRET_KEY: 'x'.repeat(40),
          SMS_GATEWAY_URL: `http://127.0.0.1:${port}/send`,
          SMS_GATEWAY_TOKEN: 't',
        }),
      ).SMS,
    )
    answer = 500
    expect(await worker.drain()).toBe(0)
    answer = 200
    world.env.advance(30_000)
    expect(await worker.drain()).toBe(1)
    expect(new Set(calls.map((call) => call.key)).size).toBe(1)
    expect(calls[1]!.body).toMatchObject({ to: '0401234567' })
    await worker.stop()
  })

  it('follows no redirect: a message with its code goes nowhere else', async () => {
    await world.services.database.transaction((db) =>
      sendSms(db, world.services, { to: '0401234567', language: 'fi', template: 'sessions:sms.phoneChanged' }),
    )
    const { port } = server.address() as AddressInfo
    const address = `http://127.0.0.1:${port}/send`
    const config = readConfig({ SECRET_KEY: 'x'.repeat(40), SMS_GATEWAY_URL: address, SMS_GATEWAY_TOKEN: 't' })
    const worker = workerWith(createGateways(config).SMS)
    const before = calls.length
    answer = 307
    expect(await worker.drain()).toBe(0)
    expect(calls.length - before).toBe(1)
    expect(await rows()).toMatchObject([{ status: 'PENDING', attempts: 1 }])
    await worker.stop()
  })
})
