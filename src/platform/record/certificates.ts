import * as asn1js from 'asn1js'
import { AlgorithmIdentifier, Certificate, getCrypto } from 'pkijs'
import { type Bytes, digestOf, toHex } from './bytes.ts'

/** Whose certificate it is, to be compared with what its holder knows from elsewhere. */
export interface CertificateHolder {
  readonly name: string
  /** SHA-256, as `openssl x509 -fingerprint -sha256` prints it. */
  readonly fingerprint: string
}

const COMMON_NAME = '2.5.4.3'
const EC_KEY = '1.2.840.10045.2.1'
const RSA_WITH_SHA256 = '1.2.840.113549.1.1.11'
const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2'

/** @throws Error where it is no certificate */
export const readCertificate = (der: Uint8Array): Certificate => Certificate.fromBER(Uint8Array.from(der))

/** The common name of a certificate's subject, or all of its names where it has none. */
function nameOf({ subject }: Certificate): string {
  const names = subject.typesAndValues.map(({ type, value }) => ({ type, text: String(value.valueBlock.value) }))
  return names.find(({ type }) => type === COMMON_NAME)?.text ?? names.map(({ text }) => text).join(', ')
}

/** @throws Error where it is no certificate */
export async function holderOf(der: Bytes): Promise<CertificateHolder> {
  const fingerprint = toHex(await digestOf(der))
    .toUpperCase()
    .replace(/..(?=.)/g, '$&:')
  return { name: nameOf(readCertificate(der)), fingerprint }
}

/** Whether a content bears the bare signature (RSA or EC, SHA-256) of a certificate's key. */
export async function isSignedBy(der: Bytes, content: Bytes, signature: Bytes): Promise<boolean> {
  try {
    const { subjectPublicKeyInfo } = readCertificate(der)
    const isCurve = subjectPublicKeyInfo.algorithm.algorithmId === EC_KEY
    const algorithm = new AlgorithmIdentifier({ algorithmId: isCurve ? ECDSA_WITH_SHA256 : RSA_WITH_SHA256 })
    const value = new asn1js.BitString({ valueHex: signature.buffer })
    return await getCrypto(true).verifyWithPublicKey(content.buffer, value, subjectPublicKeyInfo, algorithm)
  } catch {
    return false
  }
}
