import { generateKeyPair, randomBytes, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { pdflibAddPlaceholder } from '@signpdf/placeholder-pdf-lib'
import { P12Signer } from '@signpdf/signer-p12'
import { SignPdf } from '@signpdf/signpdf'
import forge from 'node-forge'
import { PDFDocument } from 'pdf-lib'
import { openP12, type SealKey, type Stamp, signDetached } from './cms-signature.ts'

export interface SealOptions {
  readonly p12: Buffer
  readonly passphrase: string
  /** Why the document is sealed; readers show it. */
  readonly reason: string
  readonly at: Date
  /** Dates the signature by a third party. */
  readonly stamp?: Stamp | undefined
}

const ETSI_CADES = 'ETSI.CAdES.detached'
/** Room for the signature with a chain of certificates, in bytes, and for a time stamp with one of its own. */
const SIGNATURE_BYTES = 16_384
const STAMP_BYTES = 12_288
const DAY_MS = 86_400_000
const DEMO_YEARS = 10

/** Puts our own signature, which has what PAdES asks for, where the library would put a plain one. */
class PadesSigner extends P12Signer {
  readonly #key: SealKey
  readonly #stamp: Stamp | undefined

  constructor(p12: Buffer, key: SealKey, stamp?: Stamp) {
    super(p12)
    this.#key = key
    this.#stamp = stamp
  }

  override sign(content: Buffer): Promise<Buffer> {
    return signDetached(content, this.#key, this.#stamp)
  }
}

/** Text for a literal string of PDF, escaped; beyond Latin-1 as UTF-16 in octal (ISO 32000-1, 7.9.2). */
function pdfLiteral(text: string): string {
  if (/^[\x20-\x7e\xa1-\xff]*$/.test(text)) return text.replace(/[\\()]/g, (sign) => `\\${sign}`)
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()
  return [...bytes].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')
}

/**
 * Seals a finished PDF with a signature of the profile PAdES-B-B, or B-T where a third party stamps it: any reader can
 * tell that no byte has changed since.
 * @throws Error when the certificate cannot be opened with the passphrase
 */
export async function sealPdf(pdf: Buffer, { p12, passphrase, reason, at, stamp }: SealOptions): Promise<Buffer> {
  const key = openP12(p12, passphrase)
  const document = await PDFDocument.load(pdf, { updateMetadata: false })
  pdflibAddPlaceholder({
    pdfDoc: document,
    reason: pdfLiteral(reason),
    name: pdfLiteral(key.name),
    contactInfo: '',
    location: '',
    signingTime: at,
    signatureLength: SIGNATURE_BYTES + (stamp ? STAMP_BYTES : 0),
    subFilter: ETSI_CADES,
  })
  // Object streams would hide the placeholder from the signer.
  const prepared = Buffer.from(await document.save({ useObjectStreams: false }))
  return new SignPdf().sign(prepared, new PadesSigner(p12, key, stamp), at)
}

/** Signs a text with the key of a certificate, off the event loop. @returns the bare signature, and the certificate in DER */
export async function signText(
  text: string,
  { p12, passphrase }: Pick<SealOptions, 'p12' | 'passphrase'>,
): Promise<{ signature: Buffer; certificate: Buffer }> {
  const key = openP12(p12, passphrase)
  return {
    signature: await promisify(sign)('sha256', Buffer.from(text), key.privateKey),
    certificate: key.certificates[0]!,
  }
}

/**
 * A self-signed certificate with its key (RSA 2048), for a service that has not been given one. Readers show its
 * signatures as valid, by somebody whom they do not know.
 */
export async function makeP12(options: { commonName: string; at: Date; passphrase: string }): Promise<Buffer> {
  // Node makes the key off the event loop; only the certificate is assembled here.
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  const key = forge.pki.privateKeyFromPem(privateKey)
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey)
  certificate.serialNumber = `00${randomBytes(15).toString('hex')}`
  certificate.validity.notBefore = new Date(options.at.getTime() - DAY_MS)
  certificate.validity.notAfter = new Date(options.at.getTime() + DEMO_YEARS * 365 * DAY_MS)
  const name = [{ name: 'commonName', value: options.commonName, valueTagClass: forge.asn1.Type.UTF8 as never }]
  certificate.setSubject(name)
  certificate.setIssuer(name)
  certificate.setExtensions([
    { name: 'basicConstraints', cA: false },
    { name: 'keyUsage', critical: true, digitalSignature: true, nonRepudiation: true },
    { name: 'subjectKeyIdentifier' },
  ])
  certificate.sign(key, forge.md.sha256.create())
  return closedP12(key, certificate, options.passphrase)
}

function closedP12(key: forge.pki.rsa.PrivateKey, certificate: forge.pki.Certificate, passphrase: string): Buffer {
  // The passphrase is as long as a key, so deriving one from it slowly would protect nothing.
  const encryption = { algorithm: 'aes256', count: 1 } as const
  const p12 = forge.pkcs12.toPkcs12Asn1(key, [certificate], passphrase, encryption)
  return Buffer.from(forge.asn1.toDer(p12).getBytes(), 'binary')
}

/** The same key and certificate, as `makeP12` makes them, under another passphrase. */
export function reclosedP12(p12: Buffer, passphrase: string, next: string): Buffer {
  const { privateKey, certificates } = openP12(p12, passphrase)
  const key = forge.pki.privateKeyFromPem(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())
  const [der] = certificates
  const certificate = forge.pki.certificateFromAsn1(forge.asn1.fromDer(der!.toString('binary')))
  return closedP12(key, certificate, next)
}

/** Whether a passphrase opens a PKCS #12 file; what it opens is kept for the documents sealed with it. */
export function opensP12(p12: Buffer, passphrase: string): boolean {
  try {
    openP12(p12, passphrase)
    return true
  } catch {
    return false
  }
}
