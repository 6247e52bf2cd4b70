// The proxy that stands in front of an installation, as README asks for: TLS ends at it, and it speaks HTTP/2.
import { request as ask } from 'node:http'
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import forge from 'node-forge'

const YEAR_MS = 365 * 86_400_000
/** Headers that mean one connection, which HTTP/2 does not know. */
const ofOneConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'proxy-connection'])

/** A key and a certificate of its own for localhost. */
function ownCertificate() {
  const { publicKey, privateKey } = forge.pki.rsa.generateKeyPair(2048)
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = publicKey
  certificate.serialNumber = '01'
  certificate.validity.notBefore = new Date(Date.now() - YEAR_MS)
  certificate.validity.notAfter = new Date(Date.now() + YEAR_MS)
  const subject = [{ name: 'commonName', value: 'localhost' }]
  certificate.setSubject(subject)
  certificate.setIssuer(subject)
  certificate.setExtensions([{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }])
  certificate.sign(privateKey, forge.md.sha256.create())
  return { key: forge.pki.privateKeyToPem(privateKey), cert: forge.pki.certificateToPem(certificate) }
}

const withoutConnection = (headers: NodeJS.Dict<string | string[]>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':') && !ofOneConnection.has(name)))

function pass(inner: URL, request: Http2ServerRequest, response: Http2ServerResponse) {
  const { method, url, headers } = request
  const host = request.authority
  const upstream = ask(
    { host: inner.hostname, port: inner.port, method, path: url, headers: { ...withoutConnection(headers), host } },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, withoutConnection(answer.headers))
      answer.pipe(response)
    },
  )
  upstream.once('error', () => response.destroy())
  request.pipe(upstream)
}

/** Opens the proxy before the server that answers at `inner`. @returns what stops it */
export async function openTlsFront(inner: string, port: number): Promise<() => void> {
  const address = new URL(inner)
  const front = createSecureServer({ ...ownCertificate() }, (request, response) => pass(address, request, response))
  await new Promise<void>((resolve) => front.listen(port, 'localhost', resolve))
  return () => front.close()
}
