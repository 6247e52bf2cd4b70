import { readFileSync, statSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'
import { userIn } from '../database/servers/hosts.ts'
import { type Config, isGuessable, type ProcessFacts, processFacts } from './config.ts'
import { StartupError } from './startup-error.ts'

/** What one part of the configuration is worth. Production does not start with a refused one. */
export interface PostureRow {
  readonly part: string
  readonly state: 'GOOD' | 'WEAK' | 'REFUSED'
  readonly says: string
}

type Judged = Pick<PostureRow, 'state' | 'says'>
const good = (says: string): Judged => ({ state: 'GOOD', says })
const weak = (says: string): Judged => ({ state: 'WEAK', says })
const refused = (says: string): Judged => ({ state: 'REFUSED', says })

const isHttps = (url: string) => url.startsWith('https:')

function originOf({ origin }: Config): Judged {
  return isHttps(origin)
    ? good('https, so that cookies are Secure and browsers are told to stay on https')
    : refused('has to begin with https://')
}

function ownerOf({ databaseUrl, databaseOwnerUrl }: Config): Judged {
  if (!databaseUrl) return good('built-in: the application has a role without rights of its own')
  if (!databaseOwnerUrl) return refused('not set: the application would own its tables and could rewrite the event log')
  return userIn(databaseOwnerUrl) === userIn(databaseUrl)
    ? refused('names the role of DATABASE_URL: the application needs one of its own')
    : good('migrations run as another role than the application')
}

function mailOf({ smtpUrl }: Config): Judged {
  if (!smtpUrl) return weak('not set: mails stay in the local outbox')
  const { protocol, searchParams } = new URL(smtpUrl)
  if (isLinkLocal(smtpUrl)) return refused('names a link-local address, where no mail server is')
  if (protocol === 'smtps:') return good('TLS from the first byte')
  return searchParams.get('requireTLS') === 'true'
    ? good('TLS is required before anything is sent')
    : refused('sends mails without TLS: use smtps:// or add ?requireTLS=true')
}

/** Addresses of the machine's own network, where hosts answer for their keys: no service of ours is there. */
const linkLocal = new BlockList()
linkLocal.addSubnet('169.254.0.0', 16)
linkLocal.addSubnet('fe80::', 10, 'ipv6')

/** A host that is a link-local address, however it is written: a URL brings numbers into one form. */
function isLinkLocal(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  const kind = isIP(host)
  return kind !== 0 && linkLocal.check(host, kind === 6 ? 'ipv6' : 'ipv4')
}

/** Without a gateway nobody gets a text message, though it is written. */
const smsOf = ({ smsGatewayUrl }: Config): Judged =>
  smsGatewayUrl ? gatewayOf(smsGatewayUrl) : weak('not set: text messages stay in the local outbox')

const brandOf = ({ brandFile }: Config): Judged =>
  brandFile
    ? good('names the owner')
    : weak('not set: papers, terms and the seal would name a made-up company; set it before the first start')

/** The folder belongs to whom the service runs as, or is made by them. */
function dataFolderOf({ dataDir }: Config, { isRoot, runAsUser }: ProcessFacts): Judged {
  const found = statSync(dataDir, { throwIfNoEntry: false })
  if (!found) return isRoot && runAsUser ? weak(`does not exist: make it and give it to ${runAsUser}`) : good('is made')
  if (!isRoot || !runAsUser) return good('exists')
  const [, , uid] = (passwdLines().find((line) => line.startsWith(`${runAsUser}:`)) ?? '').split(':')
  return Number(uid) === found.uid
    ? good(`belongs to ${runAsUser}`)
    : weak(`does not belong to ${runAsUser}, who has to write in it`)
}

function gatewayOf(url: string | null): Judged {
  if (!url) return good('not set')
  if (isLinkLocal(url)) return refused('names a link-local address, where no gateway is')
  return isHttps(url) ? good('https, and no redirect is followed') : refused('has to begin with https://')
}

/** A payment is believed by a sum over this secret, so whoever guesses it can settle bills. */
function paymentSecretOf({ paytrail }: Config): Judged {
  if (!paytrail) return good('not set')
  return isGuessable(paytrail.secret, 16)
    ? refused('is too short or too plain to be the one that the payment service gave')
    : good('at least 16 characters')
}

const guessed = /^(demo|test|pass(word|phrase)?|secret|changeit|changeme|qwerty|\d+)?$/i

function sealOf({ sealP12File, sealP12Passphrase }: Config, { allowsSelfSignedSeal }: ProcessFacts): Judged {
  if (!sealP12File)
    return allowsSelfSignedSeal
      ? weak('self-signed: readers trust it only by hand')
      : refused(
          'not set: agreements would be sealed with a self-signed certificate; ALLOW_SELF_SIGNED_SEAL=1 allows it',
        )
  return guessed.test(sealP12Passphrase) || sealP12Passphrase.length < 8
    ? refused('needs a SEAL_P12_PASSPHRASE of at least 8 characters that nobody guesses')
    : good("the operator's certificate")
}

function timestampOf({ timestamp }: Config): Judged {
  if (!timestamp) return weak('not set: no third party says when a root or a seal was there')
  return isLinkLocal(timestamp.url)
    ? refused('names a link-local address, where no authority is')
    : good('answers are verified up to the certificates given, and no redirect is followed')
}

function userOf({ isRoot, runAsUser }: ProcessFacts): Judged {
  if (!isRoot) return good('not root')
  return runAsUser
    ? good(`root only until ${runAsUser} takes over`)
    : refused('runs as root: start as another user or set RUN_AS_USER')
}

/**
 * The security posture of a configuration, part by part. Weak keys are refused while it is read, since nothing may be
 * done with them.
 */
export function postureOf(config: Config, facts: ProcessFacts): PostureRow[] {
  const rows: [string, Judged][] = [
    ['NODE_ENV', config.production ? good('production: no demo') : weak('not production: nothing here is enforced')],
    ['DEMO', config.demo ? weak('on: codes and mails are shown on this machine') : good('off')],
    ['ORIGIN', originOf(config)],
    ['SECRET_KEY', good('at least 32 characters')],
    [
      'PREVIOUS_SECRET_KEY',
      config.previousSecretKey
        ? good('set: keep it, the event log and what it sealed open with no other')
        : good('not set'),
    ],
    ['DATABASE_OWNER_URL', ownerOf(config)],
    ['SMTP_URL', mailOf(config)],
    ['SMS_GATEWAY_URL', smsOf(config)],
    ['EINVOICE_GATEWAY_URL', gatewayOf(config.eInvoiceGatewayUrl)],
    ['FILES_S3_ENDPOINT', gatewayOf(config.filesS3?.endpoint ?? null)],
    ['PAYTRAIL_URL', gatewayOf(config.paytrail?.url ?? null)],
    ['PAYTRAIL_SECRET', paymentSecretOf(config)],
    [
      'GENERAL_LIMIT',
      config.generalLimit ? good('on') : weak('off: one caller may take all of a node, for load tests only'),
    ],
    ['SEAL_P12_FILE', sealOf(config, facts)],
    ['TIMESTAMP_URL', timestampOf(config)],
    ['BRAND_FILE', brandOf(config)],
    ['DATA_DIR', dataFolderOf(config, facts)],
    ['user', userOf(facts)],
  ]
  return rows.map(([part, judged]) => ({ part, ...judged }))
}

/** What a part of the configuration of this process is worth. */
export function partOfPosture(config: Config, part: string): PostureRow['state'] {
  return postureOf(config, processFacts(process.env)).find((row) => row.part === part)?.state ?? 'REFUSED'
}

/** The rows as a table of plain text. */
export function postureTable(rows: readonly PostureRow[]): string {
  return rows.map(({ part, state, says }) => `${state.padEnd(9)}${part.padEnd(22)}${says}`).join('\n')
}

/** @throws StartupError in production, with one sentence for the first refused part */
export function requirePosture(rows: readonly PostureRow[], production: boolean): void {
  const first = production ? rows.find(({ state }) => state === 'REFUSED') : undefined
  if (first) throw new StartupError(`${first.part} ${first.says} ("npm run check-config" lists everything).`)
}

/**
 * Leaves root for the named user, before anything is opened or made.
 * @throws StartupError when the system knows no such user
 */
export function leaveRoot({ isRoot, runAsUser }: ProcessFacts): void {
  if (!isRoot || !runAsUser) return
  const [, , uid, gid] = (passwdLines().find((line) => line.startsWith(`${runAsUser}:`)) ?? '').split(':')
  if (!uid || !gid) throw new StartupError(`RUN_AS_USER names "${runAsUser}", which this system does not know.`)
  const leaving = process as typeof process & { initgroups(user: string, group: number): void }
  leaving.initgroups(runAsUser, Number(gid))
  leaving.setgid?.(Number(gid))
  leaving.setuid?.(Number(uid))
}

const passwdLines = () => readFileSync('/etc/passwd', 'utf8').split('\n')
