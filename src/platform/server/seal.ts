import { generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { pdflibAddPlaceholder } from '@signpdf/placeholder-pdf-lib'
import { P12Signer } from '@signpdf/signer-p12'
import { SignPdf } from '@signpdf/signpdf'
import forge from 'node-forge'
import { PDFDocument } from 'pdf-lib'

export interface SealOptions {
  readonly p12: Buffer
  readonly passphrase: string
  /** Why the document is sealed; readers show it. */
  readonly reason: string
  readonly at: Date
}

const etsiCades = 'ETSI.CAdES.detached'

/**
 * Seals a finished PDF with a PAdES signature: any reader can tell that no byte has changed since.
 * @throws Error when the certificate cannot be opened with the passphrase
 */
export async function sealPdf(pdf: Buffer, options: SealOptions): Promise<Buffer> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false })
  pdflibAddPlaceholder({
    pdfDoc: document, reason: options.reason, contactInfo: '', name: '', location: '', signingTime: options.at, signatureLength: 16_384, subFilter: etsiCades,
  })
  // Object streams would hide the placeholder from the signer.
  const prepared = Buffer.from(await document.save({ useObjectStreams: false }))
  const signer = new P12Signer(options.p12, { passphrase: options.passphrase })
  return new SignPdf().sign(prepared, signer, options.at)
}

/** A self-signed certificate with its key, for a service that has not been given one. Readers show it as not trusted, but valid. */
export async function makeDemoP12(options: { commonName: string; at: Date; passphrase?: string }): Promise<Buffer> {
  // Node makes the key off the event loop; only the certificate is assembled here.
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048, privateKeyEncoding: { type: 'pkcs8', format: 'pem' }, publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  const key = forge.pki.privateKeyFromPem(privateKey)
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey)
  certificate.serialNumber = `00${randomBytes(15).toString('hex')}`
  certificate.validity.notBefore = new Date(options.at.getTime() - 86_400_000)
  certificate.validity.notAfter = new Date(options.at.getTime() + 10 * 365 * 86_400_000)
  const name = [{ name: 'commonName', value: options.commonName, valueTagClass: forge.asn1.Type.UTF8 as never }]
  certificate.setSubject(name)
  certificate.setIssuer(name)
  certificate.setExtensions([{ name: 'basicConstraints', cA: false }, { name: 'keyUsage', digitalSignature: true, nonRepudiation: true }])
  certificate.sign(key, forge.md.sha256.create())
  const p12 = forge.pkcs12.toPkcs12Asn1(key, [certificate], options.passphrase ?? 'demo', { algorithm: '3des' })
  return Buffer.from(forge.asn1.toDer(p12).getBytes(), 'binary')
}
