import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { certificatesIn } from '#platform/record/bytes.ts'

export const hasOpenssl = spawnSync('openssl', ['version']).status === 0
if (process.env.CI && !hasOpenssl) throw new Error('Install openssl: a build server leaves no test out.')

/** How the authority answers: as it should, for another nonce or content, not at all, or with a refusal. */
export type Manner = 'right' | 'other-nonce' | 'other-content' | 'mute' | 'refusing' | 'broken' | 'fault'

const keyOf = { rsa: ['-newkey', 'rsa:2048'], ec: ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'] } as const

const settings = `[tsa]
default_tsa = one
[one]
serial = serial
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
ess_cert_id_chain = no
ess_cert_id_alg = sha256
[root]
basicConstraints = critical,CA:true
keyUsage = critical,keyCertSign
[issuer]
basicConstraints = critical,CA:true
keyUsage = critical,keyCertSign
[leaf]
basicConstraints = CA:false
keyUsage = critical,digitalSignature
extendedKeyUsage = critical,timeStamping
[req]
distinguished_name = names
[names]
`

/** An authority of time stamps: OpenSSL's own, behind http, under a root and an issuer between. */
export async function openAuthority(kind: keyof typeof keyOf = 'rsa') {
  const folder = mkdtempSync(path.join(tmpdir(), 'poljin-tsa-'))
  const openssl = (...words: string[]) => execFileSync('openssl', words, { cwd: folder, stdio: 'pipe' })
  writeFileSync(path.join(folder, 'settings'), settings)
  writeFileSync(path.join(folder, 'serial'), '01')
  const make = (name: string, issuer: string, subject: string) =>
    openssl(
      ...['req', '-x509', '-config', 'settings', ...keyOf[kind], '-nodes', '-sha256', '-days', '2', '-utf8'],
      ...['-keyout', `${name}.key`, '-out', `${name}.pem`, '-subj', `/CN=${subject}`, '-extensions', name],
      ...(issuer === name ? [] : ['-CA', `${issuer}.pem`, '-CAkey', `${issuer}.key`]),
    )
  make('root', 'root', 'Esimerkki Aikajuuri')
  make('issuer', 'root', 'Esimerkki Aikamyöntäjä')
  make('leaf', 'issuer', 'Esimerkki Aikaleima')
  let manner: Manner = 'right'
  let asked = 0
  const server = createServer(async (request, reply) => {
    asked += 1
    if (manner === 'mute') return
    if (manner === 'fault') return void reply.writeHead(503).end()
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const query = Buffer.concat(parts)
    writeFileSync(path.join(folder, 'query'), manner === 'refusing' ? 'no query' : query)
    const place = query.indexOf(Buffer.from([4, 32])) + 2
    const digest = manner === 'other-content' ? '11'.repeat(32) : query.subarray(place, place + 32).toString('hex')
    if (manner === 'other-nonce' || manner === 'other-content')
      openssl('ts', '-query', '-digest', digest, '-sha256', '-cert', '-out', 'query')
    const chain = manner === 'broken' ? [] : ['-chain', 'issuer.pem']
    const way = ['ts', '-reply', '-config', 'settings', '-section', 'one', '-queryfile', 'query']
    openssl(...way, '-inkey', 'leaf.key', '-signer', 'leaf.pem', ...chain, '-out', 'reply')
    reply.writeHead(200, { 'content-type': 'application/timestamp-reply' })
    reply.end(readFileSync(path.join(folder, 'reply')))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const root = readFileSync(path.join(folder, 'root.pem'))
  return {
    folder,
    root,
    timestamp: { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, trusted: certificatesIn(root) },
    answer: (next: Manner) => {
      manner = next
    },
    asked: () => asked,
    /** What OpenSSL says of a token over a content. */
    holds(token: Uint8Array, content: Uint8Array): boolean {
      writeFileSync(path.join(folder, 'token'), token)
      writeFileSync(path.join(folder, 'content'), content)
      const way = ['ts', '-verify', '-data', 'content', '-token_in', '-in', 'token']
      return (
        spawnSync('openssl', [...way, '-CAfile', 'root.pem', '-untrusted', 'issuer.pem'], { cwd: folder }).status === 0
      )
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      rmSync(folder, { recursive: true })
    },
  }
}

export type Authority = Awaited<ReturnType<typeof openAuthority>>
