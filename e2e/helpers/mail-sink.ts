import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'

/** A message as it left the service. */
export interface Delivered {
  readonly to: string
  readonly subject: string
  readonly text: string
}

const bytesOf = (body: string, encoding: string) =>
  encoding === 'base64'
    ? Buffer.from(body, 'base64')
    : Buffer.from(
        body
          .replace(/=\r?\n/g, '')
          .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
        encoding === 'quoted-printable' ? 'latin1' : 'utf8',
      )

const headerOf = (head: string, name: string) =>
  new RegExp(`^${name}:[ \\t]*([^\\r\\n]*(?:\\r?\\n[ \\t][^\\r\\n]*)*)`, 'im').exec(head)?.[1] ?? ''

/** A head in words: what is not plain is written in encoded words (RFC 2047). */
const wordsOf = (text: string) =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, body: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(body, 'base64').toString()
        : bytesOf(body.replaceAll('_', ' '), 'quoted-printable').toString(),
    )

/** The plain text of a mail in the form of RFC 5322. */
function read(raw: string): Delivered {
  const [head = ''] = raw.split(/\r?\n\r?\n/)
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1]
  const parts = boundary ? raw.split(`--${boundary}`) : [raw]
  const plain = parts.find((part) => /^Content-Type: text\/plain/im.test(part)) ?? raw
  const at = /\r?\n\r?\n/.exec(plain.trimStart())
  const body = at ? plain.trimStart().slice(at.index + at[0].length) : plain
  const encoding = headerOf(plain, 'Content-Transfer-Encoding').trim().toLowerCase()
  return {
    to: headerOf(head, 'To'),
    subject: wordsOf(headerOf(head, 'Subject')).replace(/\r?\n\s/g, ' '),
    text: bytesOf(body, encoding).toString(),
  }
}

/** A mail server and a gateway of text messages, which keep what the service sends. */
export async function openMailSink() {
  const mails: Delivered[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    logger: false,
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        mails.push(read(Buffer.concat(chunks).toString()))
        done()
      })
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const sms = createServer((request, reply) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      const sent = JSON.parse(text) as { to: string; text: string }
      mails.push({ to: sent.to, subject: '', text: sent.text })
      reply.end('{}')
    })
  })
  await new Promise<void>((resolve) => sms.listen(0, '127.0.0.1', resolve))
  const { port } = smtp.server.address() as AddressInfo
  return {
    variables: {
      SMTP_URL: `smtp://127.0.0.1:${port}?requireTLS=true&tls.rejectUnauthorized=false`,
      SMS_GATEWAY_URL: `http://127.0.0.1:${(sms.address() as AddressInfo).port}`,
    },
    /** The newest message to a recipient, as soon as there is one that fits. */
    async message(to: string, fits: (mail: Delivered) => boolean = () => true): Promise<Delivered> {
      for (let looks = 0; looks < 300; looks += 1) {
        const found = mails.findLast((mail) => mail.to.includes(to) && fits(mail))
        if (found) return found
        await pause(100)
      }
      throw new Error(`no message to ${to} among ${mails.map((mail) => `${mail.to}: ${mail.subject}`).join('; ')}`)
    },
    async close() {
      sms.close()
      await new Promise<void>((resolve) => smtp.close(resolve))
    },
  }
}
