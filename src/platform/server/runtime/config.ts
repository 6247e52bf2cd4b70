import { randomBytes, X509Certificate } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isEmail } from '#platform/contract/validation.ts'
import { certificatesIn } from '#platform/record/bytes.ts'
import { makeDataFolder } from '#platform/server/postgres/data-folder.ts'
import { hostsOf } from '../database/servers/hosts.ts'
import { type TracingConfig, tracingOf } from '../tracing/settings.ts'
import { StartupError } from './startup-error.ts'

/** The online payment service's account. */
export interface PaytrailConfig {
  readonly url: string
  readonly merchantId: string
  readonly secret: string
}

/** An object store that speaks the S3 protocol, path style. */
export interface S3Config {
  /** Without a trailing slash. */
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly keyId: string
  readonly secret: string
}

/** An authority of time stamps (RFC 3161). */
export interface TimestampConfig {
  readonly url: string
  /** The certificates that its chain has to lead to, in DER. */
  readonly trusted: readonly Uint8Array[]
}

/** All that the operator can set, read once at start. The table in README.md describes every variable. */
export interface Config {
  readonly production: boolean
  /** Demo users, demo data and the demo pages; never in production. */
  readonly demo: boolean
  readonly host: string
  readonly port: number
  /** Probes and metrics for whoever runs the service; null: none. */
  readonly managementPort: number | null
  /** How long calls are still served once the process has been told to stop. */
  readonly drainSeconds: number
  readonly dataDir: string
  /** An object store for files; null: they lie in the data folder. */
  readonly filesS3: S3Config | null
  /** Where new files are written; those of the other place are read from there until they are moved. */
  readonly filesStore: 'folder' | 's3'
  readonly databaseUrl: string | null
  /** As whom migrations run; null: as the application. */
  readonly databaseOwnerUrl: string | null
  readonly readDatabaseUrl: string | null
  readonly poolSize: number
  /** The work that a node lets in at once, in milliseconds of processor time; 0 lets all in. */
  readonly admissionMs: number
  /** Whether plans are kept on the server's connections; null leaves it to what the start finds between. */
  readonly preparedStatements: boolean | null
  /** The address that mails and canonical links carry, without a trailing slash. */
  readonly origin: string
  /** Encrypts what has to be shown again (registration links, TOTP secrets) and keys the code hashes. */
  readonly secretKey: string
  /** A retired key that still opens what it sealed. */
  readonly previousSecretKey: string | null
  readonly smtpUrl: string | null
  readonly mailFrom: string
  readonly operatorEmail: string
  readonly smsGatewayUrl: string | null
  readonly smsGatewayToken: string | null
  /** Online payments; null leaves them out. */
  readonly paytrail: PaytrailConfig | null
  /** Where an invoice can be paid in parts; `{reference}` and `{amount}` are filled in. */
  readonly sveaUrl: string | null
  readonly sealP12File: string | null
  readonly sealP12Passphrase: string
  /** Who stamps roots and seals with the time; null: nobody. */
  readonly timestamp: TimestampConfig | null
  readonly brandFile: string | null
  readonly eInvoiceGatewayUrl: string | null
  readonly eInvoiceGatewayToken: string | null
  /** A folder that the bank's connection puts its files into. */
  readonly bankInboxDir: string | null
  /** The folder whose Finvoices are taken in. */
  readonly eInvoiceInboxDir: string | null
  readonly maintenance: boolean
  readonly trustProxy: boolean
  readonly logLevel: string
  /** Where traces go; null: nobody makes any. */
  readonly tracing: TracingConfig | null
  /** The general limit per node and user; off in tests. */
  readonly generalLimit: boolean
  /** A payroll month of more rows is locked by a job. */
  readonly payrollLockAtOnce: number
}

type Variables = Record<string, string | undefined>

const weakSecrets = /^(.{1,8})\1+$|secret|password|changeme|example/i
/** Keys that follow the keyboard or the alphabet, or draw on few characters, are guessed. */
const isPatterned = (key: string) => new Set(key).size < 10 || /0123456789|1234567890|abcdefghij|qwertyuiop/i.test(key)

/** Whether a secret is short, repeats itself, or is of the words and patterns that are tried first. */
export const isGuessable = (secret: string, length: number) =>
  secret.length < length || weakSecrets.test(secret) || isPatterned(secret)

const isWeak = (key: string) => isGuessable(key, 32)

/**
 * Reads the configuration from environment variables.
 * @throws StartupError with one sentence that names the variable to mend.
 */
export function readConfig(variables: Variables): Config {
  const production = isProduction(variables)
  const dataDir = path.resolve(variables.DATA_DIR || 'data')
  const port = numberOf(variables, 'PORT', 3000, 0, 65535)
  const host = variables.HOST || '127.0.0.1'
  return {
    production,
    demo: isDemo(variables, production, host),
    host,
    port,
    managementPort: variables.MANAGEMENT_PORT ? numberOf(variables, 'MANAGEMENT_PORT', 0, 0, 65535) : null,
    drainSeconds: numberOf(variables, 'DRAIN_SECONDS', production ? 5 : 0, 0, 300),
    dataDir,
    ...filesOf(variables, production),
    databaseUrl: databaseOf(variables, 'DATABASE_URL'),
    databaseOwnerUrl: databaseOf(variables, 'DATABASE_OWNER_URL'),
    readDatabaseUrl: databaseOf(variables, 'READ_DATABASE_URL'),
    poolSize: numberOf(variables, 'POOL_SIZE', 10, 2, 200),
    admissionMs: numberOf(variables, 'ADMISSION_MS', 500, 0, 100_000),
    preparedStatements: switchOf(variables, 'PREPARED_STATEMENTS'),
    origin: originOf(variables, production, port),
    secretKey: secretOf(variables, production, dataDir),
    previousSecretKey: previousKeyOf(variables, production),
    smtpUrl: urlOf(variables, 'SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: senderOf(variables, 'MAIL_FROM', 'Poljin <noreply@poljin.example>'),
    operatorEmail: addressOf(variables, 'OPERATOR_EMAIL', 'hei@poljin.example'),
    smsGatewayUrl: urlOf(variables, 'SMS_GATEWAY_URL', gatewaysOf(production)),
    smsGatewayToken: variables.SMS_GATEWAY_TOKEN || null,
    paytrail: paytrailOf(variables, production),
    sveaUrl: urlOf(variables, 'SVEA_URL', ['https:']),
    sealP12File: variables.SEAL_P12_FILE || null,
    sealP12Passphrase: variables.SEAL_P12_PASSPHRASE || '',
    timestamp: timestampOf(variables),
    brandFile: variables.BRAND_FILE || null,
    eInvoiceGatewayUrl: urlOf(variables, 'EINVOICE_GATEWAY_URL', gatewaysOf(production)),
    eInvoiceGatewayToken: variables.EINVOICE_GATEWAY_TOKEN || null,
    bankInboxDir: folderOf(variables, 'BANK_INBOX_DIR'),
    eInvoiceInboxDir: folderOf(variables, 'EINVOICE_INBOX_DIR'),
    maintenance: switchOf(variables, 'MAINTENANCE') ?? false,
    trustProxy: switchOf(variables, 'TRUST_PROXY') ?? false,
    // A terminal keeps the service's address in sight.
    logLevel: oneOf(variables, 'LOG_LEVEL', logLevels, process.stdout.isTTY ? 'warn' : 'info'),
    tracing: tracingOf(variables),
    generalLimit: switchOf(variables, 'GENERAL_LIMIT') ?? true,
    payrollLockAtOnce: numberOf(variables, 'PAYROLL_LOCK_AT_ONCE', 2_000, 0, 1_000_000),
  }
}

/** What the environment of the process adds to the configuration. */
export interface ProcessFacts {
  readonly isRoot: boolean
  readonly runAsUser: string | null
  readonly allowsSelfSignedSeal: boolean
}

export function processFacts(variables: Variables): ProcessFacts {
  return {
    isRoot: process.getuid?.() === 0,
    runAsUser: variables.RUN_AS_USER || null,
    allowsSelfSignedSeal: switchOf(variables, 'ALLOW_SELF_SIGNED_SEAL') ?? false,
  }
}

const environments = ['production', 'development', 'test']
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]
const loopbackNames = ['127.0.0.1', '::1', '[::1]', 'localhost']

/** A misspelt environment would open what production shuts. */
function isProduction(variables: Variables): boolean {
  const name = variables.NODE_ENV
  if (name && !environments.includes(name))
    throw new StartupError(`NODE_ENV has to be one of ${environments.join(', ')} or empty, but it is "${name}".`)
  return name === 'production'
}

/**
 * The demo hands codes and mails to whoever asks, so it exists only beside data of its own on this machine.
 * @throws StartupError when DEMO=1 asks for it anywhere else
 */
function isDemo(variables: Variables, production: boolean, host: string): boolean {
  const origin = variables.ORIGIN ? URL.parse(variables.ORIGIN) : null
  const isOwn = !variables.DATABASE_URL && (origin === null || loopbackNames.includes(origin.hostname))
  const isLocal = !production && isOwn && loopbackNames.includes(host)
  const wanted = switchOf(variables, 'DEMO')
  if (wanted && !isLocal)
    throw new StartupError(
      'DEMO=1 is refused in production, with DATABASE_URL, and with a HOST or an ORIGIN that is not this machine.',
    )
  return isLocal && wanted !== false
}

/** A switch, or null where it is left out; "yes" or "off" would otherwise be taken for their opposite. */
function switchOf(variables: Variables, name: string): boolean | null {
  const text = variables[name]
  if (!text) return null
  if (text !== '0' && text !== '1') throw new StartupError(`${name} has to be 0, 1 or empty, but it is "${text}".`)
  return text === '1'
}

function oneOf(variables: Variables, name: string, values: readonly string[], otherwise: string): string {
  const text = variables[name] || otherwise
  if (!values.includes(text))
    throw new StartupError(`${name} has to be one of ${values.join(', ')}, but it is "${text}".`)
  return text
}

function addressOf(variables: Variables, name: string, otherwise: string): string {
  const text = variables[name] || otherwise
  if (!isEmail(text)) throw new StartupError(`${name} has to be an e-mail address, but it is "${text}".`)
  return text
}

/** The sender of mails: an address, alone or behind a name. */
function senderOf(variables: Variables, name: string, otherwise: string): string {
  const text = variables[name] || otherwise
  const address = /^[^<>\r\n]*<([^<>]+)>$/.exec(text)?.[1] ?? text
  if (!isEmail(address))
    throw new StartupError(`${name} has to be an e-mail address, alone or as "Name <address>", but it is "${text}".`)
  return text
}

function numberOf(variables: Variables, name: string, otherwise: number, min: number, max: number): number {
  const text = variables[name]
  if (!text) return otherwise
  const value = Number(text)
  if (!Number.isInteger(value) || value < min || value > max)
    throw new StartupError(`${name} has to be a whole number from ${min} to ${max}, but it is "${text}".`)
  return value
}

/** A folder that exists, or null. */
function folderOf(variables: Variables, name: string): string | null {
  const text = variables[name]
  if (!text) return null
  const folder = path.resolve(text)
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new StartupError(`${name} has to be a folder that exists, but it is "${text}".`)
  return folder
}

function urlOf(variables: Variables, name: string, protocols: string[]): string | null {
  const text = variables[name]
  if (!text) return null
  const url = URL.parse(text)
  if (!url || !protocols.includes(url.protocol))
    throw new StartupError(
      `${name} is not a valid address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}.`,
    )
  return text
}

/** A database on one host or on several, of which one is wanted. */
function databaseOf(variables: Variables, name: string): string | null {
  const text = variables[name]
  if (!text) return null
  const hosts = hostsOf(text)
  if (!hosts) throw new StartupError(`${name} is not a valid address that begins with postgres:// or postgresql://.`)
  // Any of the hosts for reads will do, where nothing is said.
  const isToBeAny = name === 'READ_DATABASE_URL' && hosts.urls.length > 1 && !text.includes('target_session_attrs=')
  return isToBeAny ? `${text}${text.includes('?') ? '&' : '?'}target_session_attrs=any` : text
}

/** What personal data and money are sent to. */
const gatewaysOf = (production: boolean) => (production ? ['https:'] : ['http:', 'https:'])

function paytrailOf(variables: Variables, production: boolean): PaytrailConfig | null {
  const merchantId = variables.PAYTRAIL_MERCHANT_ID
  const secret = variables.PAYTRAIL_SECRET
  if (!merchantId && !secret) return null
  if (!merchantId || !secret)
    throw new StartupError('PAYTRAIL_MERCHANT_ID and PAYTRAIL_SECRET belong together: set both or neither.')
  const url = urlOf(variables, 'PAYTRAIL_URL', gatewaysOf(production)) ?? 'https://services.paytrail.com'
  return { url: url.replace(/\/$/, ''), merchantId, secret }
}

/** Where files lie: what belongs together is set together. */
function filesOf(variables: Variables, production: boolean): Pick<Config, 'filesS3' | 'filesStore'> {
  const endpoint = urlOf(variables, 'FILES_S3_ENDPOINT', gatewaysOf(production))
  const [bucket, keyId, secret] = [variables.FILES_S3_BUCKET, variables.FILES_S3_KEY_ID, variables.FILES_S3_SECRET]
  const region = variables.FILES_S3_REGION || 'us-east-1'
  const filesStore = oneOf(variables, 'FILES_STORE', ['folder', 's3'], endpoint ? 's3' : 'folder') as 'folder' | 's3'
  if (!endpoint && !bucket && !keyId && !secret && filesStore === 'folder') return { filesS3: null, filesStore }
  if (!endpoint || !bucket || !keyId || !secret)
    throw new StartupError(
      'FILES_S3_ENDPOINT, FILES_S3_BUCKET, FILES_S3_KEY_ID and FILES_S3_SECRET belong together: set all of them or none.',
    )
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw new StartupError(`FILES_S3_BUCKET is no name of a bucket: "${bucket}".`)
  return { filesS3: { endpoint: endpoint.replace(/\/+$/, ''), bucket, region, keyId, secret }, filesStore }
}

/** A token is signed and names a hash alone, so that plain http gives nothing away and nobody can change it. */
function timestampOf(variables: Variables): TimestampConfig | null {
  const url = urlOf(variables, 'TIMESTAMP_URL', ['http:', 'https:'])
  const file = variables.TIMESTAMP_CERTIFICATES
  if (!url && !file) return null
  if (!url || !file)
    throw new StartupError('TIMESTAMP_URL and TIMESTAMP_CERTIFICATES belong together: set both or neither.')
  try {
    const trusted = certificatesIn(readFileSync(file))
    for (const one of trusted) new X509Certificate(one)
    return { url, trusted }
  } catch {
    throw new StartupError(`TIMESTAMP_CERTIFICATES has to be a file of certificates in PEM, but "${file}" is none.`)
  }
}

function originOf(variables: Variables, production: boolean, port: number): string {
  const url = urlOf(variables, 'ORIGIN', production ? ['https:'] : ['http:', 'https:'])
  if (url) return new URL(url).origin
  if (production)
    throw new StartupError('ORIGIN has to be set in production: the public address, such as https://bikes.example.')
  return `http://localhost:${port}`
}

function previousKeyOf(variables: Variables, production: boolean): string | null {
  const key = variables.PREVIOUS_SECRET_KEY
  if (key && production && isWeak(key))
    throw new StartupError('PREVIOUS_SECRET_KEY is too weak: it has to be the key of at least 32 characters before.')
  return key || null
}

function secretOf(variables: Variables, production: boolean, dataDir: string): string {
  const given = variables.SECRET_KEY
  if (given) {
    if (given.length < 32 || (production && isWeak(given)))
      throw new StartupError(
        'SECRET_KEY is too weak: give at least 32 random characters, for example from "openssl rand -base64 48".',
      )
    return given
  }
  if (production) throw new StartupError('SECRET_KEY has to be set in production: at least 32 random characters.')
  const file = path.join(dataDir, 'secret-key')
  if (!existsSync(file)) {
    makeDataFolder(dataDir)
    writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600 })
    chmodSync(file, 0o600)
  }
  return readFileSync(file, 'utf8').trim()
}
