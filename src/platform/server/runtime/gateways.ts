import nodemailer from 'nodemailer'
import type { Config } from './config.ts'

/** A file that goes along with a mail. */
export interface Attachment {
  readonly name: string
  readonly contentType: string
  readonly content: Buffer
}

/** One message as the outbox hands it over; `id` stays the same over all tries. */
export interface OutgoingMessage {
  readonly id: string
  readonly channel: 'EMAIL' | 'SMS'
  readonly recipient: string
  readonly subject: string
  readonly text: string
  readonly html: string | null
  readonly attachments: readonly Attachment[]
  /** Where an answer goes, when not to the sender's own address. */
  readonly replyTo: string | null
}

/** Delivers a message or throws; a message accepted twice carries the same id. */
export interface Gateway {
  send(message: OutgoingMessage): Promise<{ providerId: string }>
}

/** How the local outbox begins what it calls a message by: whoever reads it knows that nobody has been sent anything. */
export const KEPT_HERE = 'local:'

/** The local outbox: the row in the database is all there is, the demo page shows it. */
const localOutbox: Gateway = { send: async (message) => ({ providerId: `${KEPT_HERE}${message.id}` }) }

/** Whether the configuration names somebody who delivers messages of a channel. */
export const hasGateway = (config: Pick<Config, 'smtpUrl' | 'smsGatewayUrl'>, channel: 'EMAIL' | 'SMS'): boolean =>
  (channel === 'EMAIL' ? config.smtpUrl : config.smsGatewayUrl) !== null

/** The gateways that the configuration names: SMTP and an HTTP SMS gateway, else the local outbox. */
export function createGateways(config: Config): Record<'EMAIL' | 'SMS', Gateway> {
  return {
    EMAIL: config.smtpUrl ? smtpGateway(config.smtpUrl, config) : localOutbox,
    SMS: config.smsGatewayUrl ? smsGateway(config.smsGatewayUrl, config.smsGatewayToken) : localOutbox,
  }
}

function smtpGateway(url: string, config: Config): Gateway {
  const transport = nodemailer.createTransport(url, {
    // Together less than the outbox leases a message for.
    dnsTimeout: 5_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  } as object)
  const host = new URL(config.origin).hostname
  return {
    async send(message) {
      const sent = await transport.sendMail({
        from: config.mailFrom,
        to: message.recipient,
        subject: message.subject,
        text: message.text,
        ...(message.html ? { html: message.html } : {}),
        ...(message.replyTo ? { replyTo: message.replyTo } : {}),
        attachments: message.attachments.map(({ name, ...file }) => ({ ...file, filename: name })),
        // The same over all tries, so that a receiver can drop a second copy.
        messageId: `<${message.id}@${host}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
      return { providerId: sent.messageId }
    },
  }
}

function smsGateway(url: string, token: string | null): Gateway {
  return {
    async send(message) {
      const reply = await fetch(url, {
        // A gateway that sends us elsewhere is not the one that was configured.
        redirect: 'error',
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': message.id,
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
        body: JSON.stringify({ id: message.id, to: message.recipient, text: message.text }),
        signal: AbortSignal.timeout(10_000),
      })
      if (!reply.ok) throw new Error(`the SMS gateway answered ${reply.status}`)
      return { providerId: message.id }
    },
  }
}
