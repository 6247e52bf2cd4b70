/**
 * Detached CMS signatures (RFC 5652) as PAdES-B-B and, with a time stamp, PAdES-B-T want them (ETSI EN 319 142-1): SHA-256 with RSA, the signing
 * certificate bound in by its hash (RFC 5035), and no signing time inside, because the PDF itself states it.
 */
import { createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto'
import { promisify } from 'node:util'
import forge from 'node-forge'

/** A key with its certificate, the first of `certificates`, and those that vouch for it, in DER. */
export interface SealKey {
  readonly privateKey: KeyObject
  readonly certificates: readonly Buffer[]
  /** The common name of the certificate's subject. */
  readonly name: string
  readonly issuerAndSerial: forge.asn1.Asn1
}

const { asn1, pki } = forge
const { Class, Type } = asn1
const oids = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timeStampToken: '1.2.840.113549.1.9.16.2.14',
  sha256: '2.16.840.1.101.3.4.2.1',
  rsaWithSha256: '1.2.840.113549.1.1.11',
}

const node = (type: forge.asn1.Type, value: string | forge.asn1.Asn1[]) =>
  asn1.create(Class.UNIVERSAL, type, typeof value !== 'string', value)
const sequence = (...parts: forge.asn1.Asn1[]) => node(Type.SEQUENCE, parts)
const set = (...parts: forge.asn1.Asn1[]) => node(Type.SET, parts)
const oid = (value: string) => node(Type.OID, asn1.oidToDer(value).getBytes())
const octets = (value: Buffer) => node(Type.OCTETSTRING, value.toString('binary'))
const integer = (value: number) => node(Type.INTEGER, asn1.integerToDer(value).getBytes())
const algorithm = (name: string) => sequence(oid(name), node(Type.NULL, ''))
/** A part that takes its place by a number instead of a type. */
const tagged = (number: number, parts: forge.asn1.Asn1[]) => asn1.create(Class.CONTEXT_SPECIFIC, number, true, parts)
const derOf = (value: forge.asn1.Asn1) => Buffer.from(asn1.toDer(value).getBytes(), 'binary')
const fromDer = (der: Buffer) => asn1.fromDer(der.toString('binary'))
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest()

/** Opening costs a password derivation in JavaScript, so a file that is still in hand is opened once. */
const opened = new WeakMap<Buffer, { passphrase: string; key: SealKey }>()

/**
 * The RSA key of a PKCS#12 file with its certificates.
 * @throws Error when the passphrase is wrong or the file holds no RSA key with its certificate
 */
export function openP12(p12: Buffer, passphrase: string): SealKey {
  const known = opened.get(p12)
  if (known?.passphrase === passphrase) return known.key
  const key = readP12(p12, passphrase)
  opened.set(p12, { passphrase, key })
  return key
}

/** Issuer and serial number as the certificate itself writes them: forge would encode letters beyond ASCII twice. */
function issuerAndSerialOf(certificate: forge.pki.Certificate): forge.asn1.Asn1 {
  const [body] = pki.certificateToAsn1(certificate).value as forge.asn1.Asn1[]
  const parts = body!.value as forge.asn1.Asn1[]
  const begin = parts[0]!.tagClass === Class.CONTEXT_SPECIFIC ? 1 : 0
  return sequence(parts[begin + 2]!, parts[begin]!)
}

function commonNameOf(certificate: forge.pki.Certificate): string {
  const field = certificate.subject.getField('CN') as { value: string; valueTagClass: number } | null
  if (!field) return ''
  return field.valueTagClass === Type.UTF8 ? forge.util.decodeUtf8(field.value) : field.value
}

function readP12(p12: Buffer, passphrase: string): SealKey {
  const { pkcs8ShroudedKeyBag, keyBag, certBag } = pki.oids as Record<string, string>
  const file = forge.pkcs12.pkcs12FromAsn1(fromDer(p12), false, passphrase)
  const bags = (bagType: string) => file.getBags({ bagType })[bagType] ?? []
  const rsaKey = [...bags(pkcs8ShroudedKeyBag!), ...bags(keyBag!)][0]?.key as forge.pki.rsa.PrivateKey | undefined
  const certificates = bags(certBag!).flatMap(({ cert }) => cert ?? [])
  const isOwn = ({ publicKey }: forge.pki.Certificate) =>
    (publicKey as forge.pki.rsa.PublicKey).n.equals(rsaKey!.n) &&
    (publicKey as forge.pki.rsa.PublicKey).e.equals(rsaKey!.e)
  const own = rsaKey && certificates.find(isOwn)
  if (!rsaKey || !own) throw new Error('The PKCS#12 file holds no RSA key with its certificate')
  const ordered = [own, ...certificates.filter((one) => one !== own)]
  return {
    privateKey: createPrivateKey(pki.privateKeyToPem(rsaKey)),
    certificates: ordered.map((one) => derOf(pki.certificateToAsn1(one))),
    name: commonNameOf(own),
    issuerAndSerial: issuerAndSerialOf(own),
  }
}

const attribute = (type: string, value: forge.asn1.Asn1) => sequence(oid(type), set(value))

/** What is signed in the document's stead: its hash, and which certificate signs. */
function signedAttributes(content: Buffer, certificate: Buffer): forge.asn1.Asn1[] {
  const certificateHash = sequence(sequence(sequence(octets(sha256(certificate)))))
  const attributes = [
    attribute(oids.contentType, oid(oids.data)),
    attribute(oids.messageDigest, octets(sha256(content))),
    attribute(oids.signingCertificateV2, certificateHash),
  ]
  // DER orders the members of a set by their bytes.
  return attributes.toSorted((left, right) => Buffer.compare(derOf(left), derOf(right)))
}

/** Gets a time stamp over a signature (RFC 3161); null where none is to be had. */
export type Stamp = (signature: Buffer) => Promise<Uint8Array | null>

/**
 * Signs content that stays outside the signature. The key works off the event loop.
 * @param stamp what dates the signature; without it, or where it gives nothing, the signature stands undated
 * @returns the CMS message in DER
 */
export async function signDetached(content: Buffer, key: SealKey, stamp?: Stamp): Promise<Buffer> {
  const attributes = signedAttributes(content, key.certificates[0]!)
  const signature = await promisify(sign)('sha256', derOf(set(...attributes)), key.privateKey)
  const token = (await stamp?.(signature)) ?? null
  const signer = sequence(
    integer(1),
    key.issuerAndSerial,
    algorithm(oids.sha256),
    tagged(0, attributes),
    algorithm(oids.rsaWithSha256),
    octets(signature),
    ...(token ? [tagged(1, [attribute(oids.timeStampToken, fromDer(Buffer.from(token)))])] : []),
  )
  const message = sequence(
    integer(1),
    set(algorithm(oids.sha256)),
    sequence(oid(oids.data)),
    tagged(0, key.certificates.map(fromDer)),
    set(signer),
  )
  return derOf(sequence(oid(oids.signedData), tagged(0, [message])))
}
