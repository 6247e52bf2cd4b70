import * as asn1js from 'asn1js'
import {
  AlgorithmIdentifier,
  type Certificate,
  ContentInfo,
  ExtKeyUsage,
  MessageImprint,
  SignedData,
  SignedDataVerifyError,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs'
import { type Bytes, digestOf, isSame } from './bytes.ts'
import { type CertificateHolder, holderOf, readCertificate } from './certificates.ts'

/** Time stamps of a third party (RFC 3161): an authority signs a hash together with the time at which it saw it. */

const SHA256 = '2.16.840.1.101.3.4.2.1'
const TST_INFO = '1.2.840.113549.1.9.16.1.4'
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8'
const EXTENDED_KEY_USAGE = '2.5.29.37'
const SIGNING_CERTIFICATE = '1.2.840.113549.1.9.16.2.12'
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47'
const CHAIN_FAILED = 5

/** Why a time stamp proves nothing. */
export type TimeStampFault = 'FORM' | 'STATUS' | 'NONCE' | 'IMPRINT' | 'SIGNATURE' | 'PURPOSE' | 'CHAIN' | 'TIME'

/** What a time stamp says, once it is verified. */
export interface TimeStamp {
  readonly at: Date
  readonly authority: CertificateHolder
}

export type Verified = { readonly stamp: TimeStamp; readonly fault: null } | { readonly fault: TimeStampFault }

/** The request for a time stamp of a content, in DER. @param nonce what the answer has to repeat */
export async function timeStampRequest(content: Uint8Array, nonce: Bytes): Promise<Bytes> {
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA256, algorithmParams: new asn1js.Null() }),
      hashedMessage: new asn1js.OctetString({ valueHex: (await digestOf(content)).buffer }),
    }),
    nonce: new asn1js.Integer({ valueHex: nonce.buffer }),
    certReq: true,
  })
  return new Uint8Array(request.toSchema().toBER())
}

/** The token of an authority's answer, byte by byte as it came, or why there is none. */
export function tokenIn(reply: Bytes): { readonly token: Bytes; readonly fault: null } | { fault: TimeStampFault } {
  try {
    const { status } = TimeStampResp.fromBER(reply)
    if (status.status > 1) return { fault: 'STATUS' }
    const { result } = asn1js.fromBER(reply)
    const token = (result as asn1js.Sequence).valueBlock.value[1]
    return token ? { token: Uint8Array.from(token.valueBeforeDecodeView), fault: null } : { fault: 'FORM' }
  } catch {
    return { fault: 'FORM' }
  }
}

function partsOf(token: Bytes): { signed: SignedData; info: TSTInfo } {
  const signed = new SignedData({ schema: ContentInfo.fromBER(token).content })
  const { eContent, eContentType } = signed.encapContentInfo
  if (eContentType !== TST_INFO || !eContent) throw new Error('no time stamp')
  return { signed, info: TSTInfo.fromBER(eContent.getValue()) }
}

/** Whether a certificate is there for time stamps and for nothing else (RFC 3161, 2.3). */
function isForStamps({ extensions = [] }: Certificate): boolean {
  const usage = extensions.find(({ extnID }) => extnID === EXTENDED_KEY_USAGE)
  const purposes = usage?.parsedValue instanceof ExtKeyUsage ? usage.parsedValue.keyPurposes : []
  return usage?.critical === true && purposes.length === 1 && purposes[0] === TIME_STAMPING
}

/** Whether the signature names the certificate by its hash, so that no other one can be put in its place (RFC 5816). */
async function isBound(signed: SignedData, certificate: Bytes): Promise<boolean> {
  const attributes = signed.signerInfos[0]?.signedAttrs?.attributes ?? []
  const found = attributes.find(({ type }) => type === SIGNING_CERTIFICATE_V2 || type === SIGNING_CERTIFICATE)
  const [list] = (found?.values[0] as asn1js.Sequence | undefined)?.valueBlock.value ?? []
  const [first] = (list as asn1js.Sequence | undefined)?.valueBlock.value ?? []
  const parts = (first as asn1js.Sequence | undefined)?.valueBlock.value ?? []
  const hash = parts.find((part) => part instanceof asn1js.OctetString)
  if (!hash) return false
  const digest = await digestOf(certificate, hashNameOf(found!.type, parts[0]))
  return isSame(hash.valueBlock.valueHexView, digest)
}

function hashNameOf(type: string, first: unknown): Parameters<typeof digestOf>[1] {
  if (type === SIGNING_CERTIFICATE) return 'SHA-1'
  const [named] = first instanceof asn1js.Sequence ? first.valueBlock.value : []
  const id = named instanceof asn1js.ObjectIdentifier ? named.valueBlock.toString() : SHA256
  return id === '2.16.840.1.101.3.4.2.2' ? 'SHA-384' : id === '2.16.840.1.101.3.4.2.3' ? 'SHA-512' : 'SHA-256'
}

/** What is asked of a token beside its own signature. */
export interface Asked {
  /** The certificates that are trusted, in DER; without them nobody says who the authority is. */
  readonly trusted?: readonly Uint8Array[] | undefined
  /** The nonce of the request, where the token answers one. */
  readonly nonce?: Bytes | undefined
  /** Between which instants the time has to be. */
  readonly within?: { readonly from: Date; readonly to: Date } | undefined
}

/** Verifies a token over a content: imprint, signature, purpose of the certificate, chain, nonce and time. */
export async function verifyTimeStamp(token: Bytes, content: Uint8Array, asked: Asked = {}): Promise<Verified> {
  try {
    return await verified(token, content, asked)
  } catch {
    return { fault: 'FORM' }
  }
}

/** As DER writes a positive number: without zeros in front. */
const numberOf = (bytes: Uint8Array) => bytes.subarray(bytes.findIndex((byte) => byte !== 0))

async function verified(token: Bytes, content: Uint8Array, { trusted, nonce, within }: Asked): Promise<Verified> {
  const { signed, info } = partsOf(token)
  const { hashAlgorithm, hashedMessage } = info.messageImprint
  const digest = await digestOf(content)
  if (hashAlgorithm.algorithmId !== SHA256 || !isSame(hashedMessage.valueBlock.valueHexView, digest))
    return { fault: 'IMPRINT' }
  if (nonce && !(info.nonce && isSame(numberOf(info.nonce.valueBlock.valueHexView), numberOf(nonce))))
    return { fault: 'NONCE' }
  const certificate = await signerOf(signed, content, trusted)
  if (typeof certificate === 'string') return { fault: certificate }
  const der = new Uint8Array(certificate.toSchema().toBER())
  if (!isForStamps(certificate)) return { fault: 'PURPOSE' }
  if (!(await isBound(signed, der))) return { fault: 'SIGNATURE' }
  const at = info.genTime
  const isValid = at >= certificate.notBefore.value && at <= certificate.notAfter.value
  if (!isValid || (within && (at < within.from || at > within.to))) return { fault: 'TIME' }
  return { stamp: { at, authority: await holderOf(der) }, fault: null }
}

/** The certificate whose signature the token bears, or what is wrong with it. */
async function signerOf(
  signed: SignedData,
  content: Uint8Array,
  trusted: readonly Uint8Array[] | undefined,
): Promise<Certificate | TimeStampFault> {
  const trustedCerts = (trusted ?? []).map(readCertificate)
  const chain = { checkChain: trusted !== undefined, trustedCerts, extendedMode: true as const }
  try {
    const data = Uint8Array.from(content).buffer
    const { signatureVerified, signerCertificate } = await signed.verify({ signer: 0, data, ...chain })
    return signatureVerified && signerCertificate ? signerCertificate : 'SIGNATURE'
  } catch (error) {
    return error instanceof SignedDataVerifyError && error.code === CHAIN_FAILED ? 'CHAIN' : 'SIGNATURE'
  }
}
