import { createHmac, timingSafeEqual } from 'node:crypto'
import type { PaytrailConfig } from '#platform/server/runtime/config.ts'
import type { Env } from '#platform/server/runtime/env.ts'
import { signedText } from '../rules/paytrail-signature.ts'

/** The HMAC of parameters and body under a shared secret, in hexadecimal. */
export function signatureOf(
  secret: string,
  parameters: Readonly<Record<string, string | undefined>>,
  body = '',
  algorithm: string = 'sha256',
): string {
  return createHmac(algorithm === 'sha512' ? 'sha512' : 'sha256', secret)
    .update(signedText(parameters, body))
    .digest('hex')
}

/** Whether a signature is the right one, compared in constant time. */
export function isSigned(
  secret: string,
  parameters: Readonly<Record<string, string | undefined>>,
  { signature, body = '' }: { signature: string | null | undefined; body?: string },
): boolean {
  const wanted = Buffer.from(signatureOf(secret, parameters, body, parameters['checkout-algorithm'] ?? 'sha256'))
  const given = Buffer.from(signature ?? '')
  return wanted.length === given.length && timingSafeEqual(wanted, given)
}

interface Sent {
  readonly config: PaytrailConfig
  readonly env: Env
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly transactionId?: string
  readonly body?: object
}

/** An answer of the payment service that does not tell what it did. */
export class UnclearAnswer extends Error {
  readonly status: number
  constructor(status: number, message = `the payment service answered ${status}`) {
    super(message)
    this.status = status
  }
}

/** One signed call of the payment service. @throws when it does not answer, or its answer is not signed */
async function send({ config, env, method, path, transactionId, body }: Sent) {
  const text = body ? JSON.stringify(body) : ''
  const headers = {
    'checkout-account': config.merchantId,
    'checkout-algorithm': 'sha256',
    'checkout-method': method,
    'checkout-nonce': env.id(),
    'checkout-timestamp': env.now().toISOString(),
    ...(transactionId ? { 'checkout-transaction-id': transactionId } : {}),
  }
  const reply = await fetch(`${config.url}${path}`, {
    // A gateway that sends us elsewhere is not the one that was configured.
    redirect: 'error',
    method,
    headers: {
      ...headers,
      signature: signatureOf(config.secret, headers, text),
      ...(text ? { 'content-type': 'application/json; charset=utf-8' } : {}),
    },
    ...(text ? { body: text } : {}),
    signal: AbortSignal.timeout(8_000),
  })
  const answer = await reply.text()
  const own = Object.fromEntries(reply.headers)
  if (!isSigned(config.secret, own, { signature: own.signature, body: answer }))
    throw new UnclearAnswer(reply.status, `the payment service answered ${reply.status} without a right signature`)
  return { status: reply.status, body: answer ? (JSON.parse(answer) as Record<string, unknown>) : {} }
}

export interface NewOnlinePayment {
  readonly stamp: string
  readonly reference: string
  readonly amountCents: number
  readonly language: 'FI' | 'SV' | 'EN'
  readonly email: string | null
  readonly description: string
  /** Where the payer comes back to, and where the service tells by itself. */
  readonly returnUrl: string
  readonly callbackUrl: string
}

/** Opens a payment at the service. @returns its transaction and the address that the payer is sent to */
export async function openPayment(
  config: PaytrailConfig,
  env: Env,
  payment: NewOnlinePayment,
): Promise<{ transactionId: string; href: string }> {
  const both = (url: string) => ({ success: url, cancel: url })
  const { status, body } = await send({
    config,
    env,
    method: 'POST',
    path: '/payments',
    body: {
      stamp: payment.stamp,
      reference: payment.reference,
      amount: payment.amountCents,
      currency: 'EUR',
      language: payment.language,
      items: [
        {
          unitPrice: payment.amountCents,
          units: 1,
          vatPercentage: 0,
          productCode: payment.reference,
          description: payment.description.slice(0, 1000),
        },
      ],
      customer: { email: payment.email ?? 'noreply@example.com' },
      redirectUrls: both(payment.returnUrl),
      callbackUrls: both(payment.callbackUrl),
    },
  })
  if (status !== 201 && status !== 200) throw new Error(`the payment service answered ${status}`)
  return { transactionId: String(body.transactionId), href: String(body.href) }
}

/** Asks what has become of a payment. @throws UnclearAnswer when the service tells nothing of it */
export async function askPayment(config: PaytrailConfig, env: Env, transactionId: string) {
  const { status, body } = await send({
    config,
    env,
    method: 'GET',
    path: `/payments/${encodeURIComponent(transactionId)}`,
    transactionId,
  })
  if (status !== 200) throw new UnclearAnswer(status)
  return {
    status: String(body.status).toUpperCase(),
    amountCents: Number(body.amount),
    provider: typeof body.provider === 'string' ? body.provider : null,
    settlementReference: typeof body.settlementReference === 'string' ? body.settlementReference : null,
    /** The page on which it can still be paid. */
    href: typeof body.href === 'string' ? body.href : null,
  }
}

/** Pays a payment back. @returns whether the service took it, and the refund's own transaction @throws when that is unknown */
export async function refundPayment(
  config: PaytrailConfig,
  env: Env,
  refund: { transactionId: string; amountCents: number; stamp: string; callbackUrl: string },
): Promise<{ status: 'OK' | 'PENDING'; transactionId: string } | { status: 'REFUSED' }> {
  const { status, body } = await send({
    config,
    env,
    method: 'POST',
    path: `/payments/${encodeURIComponent(refund.transactionId)}/refund`,
    transactionId: refund.transactionId,
    body: {
      amount: refund.amountCents,
      refundStamp: refund.stamp,
      callbackUrls: { success: refund.callbackUrl, cancel: refund.callbackUrl },
    },
  })
  if (status === 400 || status === 422) return { status: 'REFUSED' }
  // What is not refused in so many words may still be paid.
  if (status !== 201 && status !== 200) throw new UnclearAnswer(status)
  const told = String(body.status).toUpperCase()
  if (told === 'FAIL') return { status: 'REFUSED' }
  if (told !== 'OK' && told !== 'PENDING')
    throw new UnclearAnswer(status, 'the payment service answered with an unknown status')
  return { status: told, transactionId: String(body.transactionId) }
}
