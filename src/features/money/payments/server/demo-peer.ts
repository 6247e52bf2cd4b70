import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PaytrailConfig } from '#platform/server/runtime/config.ts'
import { present } from '#platform/values/present.ts'
import { DemoRefunds } from './demo-refunds.ts'
import { isSigned, signatureOf } from './paytrail-client.ts'

interface Kept {
  status: string
  readonly stamp: string
  readonly reference: string
  readonly amount: number
  readonly redirectUrl: string
  readonly callbackUrl: string
}

const readBody = async (request: IncomingMessage) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

const merchantId = '375917'
const secret = 'SAIPPUAKAUPPIAS'

function newsOf(transactionId: string, { stamp, reference, amount, status }: Kept) {
  const parameters = {
    'checkout-account': merchantId,
    'checkout-algorithm': 'sha256',
    'checkout-amount': String(amount),
    'checkout-stamp': stamp,
    'checkout-reference': reference,
    'checkout-transaction-id': transactionId,
    'checkout-status': status,
    'checkout-provider': 'demo',
  }
  return new URLSearchParams({ ...parameters, signature: signatureOf(secret, parameters) })
}

function answerWith(response: ServerResponse, status: number, value: object) {
  const text = JSON.stringify(value)
  const headers = { 'checkout-account': merchantId, 'checkout-algorithm': 'sha256' }
  response.writeHead(status, {
    ...headers,
    'content-type': 'application/json',
    signature: signatureOf(secret, headers, text),
  })
  response.end(text)
}

/** The page of the demo bank, and what is chosen on it. @returns whether the request was for it */
async function servePage(
  kept: ReadonlyMap<string, Kept>,
  { first, id, last }: { first: string | undefined; id: string; last: string | undefined },
  response: ServerResponse,
): Promise<boolean> {
  const payment = kept.get(id)
  if (!payment) return false
  if (first === 'choose' && /^(ok|fail|pending)$/.test(last ?? '')) {
    payment.status = present(last)
    const news = newsOf(id, payment)
    if (last !== 'pending') await fetch(`${payment.callbackUrl}?${news}`).catch(() => undefined)
    response.writeHead(303, { location: `${payment.redirectUrl}?${news}` })
    response.end()
    return true
  }
  if (first !== 'pay') return false
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(pageOf(id, payment))
  return true
}

const pageOf = (id: string, { amount }: Kept) =>
  `<!doctype html><html lang="fi"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Demopankki</title><body style="font:18px sans-serif;max-width:24rem;margin:3rem auto;padding:0 1rem"><h1>Demopankki</h1><p>${(amount / 100).toFixed(2).replace('.', ',')} €</p><p><a href="/choose/${id}/ok">Maksu onnistuu</a></p><p><a href="/choose/${id}/fail">Maksu epäonnistuu</a></p><p><a href="/choose/${id}/pending">Maksu jää odottamaan</a></p></body></html>`

/** Opens a payment. @returns its id and its reference */
function openPayment(kept: Map<string, Kept>, body: string) {
  const payment = JSON.parse(body) as {
    stamp: string
    reference: string
    amount: number
    redirectUrls: { success: string }
    callbackUrls: { success: string }
  }
  const transactionId = payment.stamp.replaceAll('-', '')
  kept.set(transactionId, {
    status: 'new',
    stamp: payment.stamp,
    reference: payment.reference,
    amount: payment.amount,
    redirectUrl: payment.redirectUrls.success,
    callbackUrl: payment.callbackUrls.success,
  })
  return { transactionId, reference: payment.reference }
}

/**
 * A payment service on this machine that speaks the signed protocol, for the demo and the tests: it opens, tells and pays
 * back, and its page offers to succeed, to fail or to leave the payment pending.
 */
export async function startDemoPaytrail(): Promise<{
  config: PaytrailConfig
  refunds: DemoRefunds
  close(): Promise<void>
}> {
  const kept = new Map<string, Kept>()
  const refunds = new DemoRefunds()
  let url = ''
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(present(request.url), url)
    const answer = (status: number, value: object) => answerWith(response, status, value)
    const [, first, id = '', last] = pathname.split('/')
    if (await servePage(kept, { first, id, last }, response)) return
    const body = await readBody(request)
    const headers = request.headers as Record<string, string>
    if (first !== 'payments' || !isSigned(secret, headers, { signature: headers.signature, body }))
      return answer(401, { status: 'error', message: 'signature' })
    if (request.method === 'POST' && !id) {
      const { transactionId, reference } = openPayment(kept, body)
      return answer(201, { transactionId, href: `${url}/pay/${transactionId}`, reference })
    }
    const payment = kept.get(id)
    if (!payment) return answer(...refunds.find(id))
    if (request.method === 'POST' && last === 'refund') return answer(...refunds.take(body))
    return answer(200, {
      transactionId: id,
      status: payment.status,
      amount: payment.amount,
      stamp: payment.stamp,
      provider: 'demo',
      ...(payment.status === 'new' ? { href: `${url}/pay/${id}` } : {}),
    })
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    config: { url, merchantId, secret },
    refunds,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
