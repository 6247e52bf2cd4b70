/** Bytes and hashes for what both the server and a browser verify: nothing of Node is used here. */

export type Bytes = Uint8Array<ArrayBuffer>

export const toHex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** @throws Error where the text is no hexadecimal */
export function fromHex(text: string): Bytes {
  if (!/^(?:[\da-f]{2})*$/.test(text)) throw new Error('not hexadecimal')
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

/** @throws Error where the text is no base64 */
export const fromBase64 = (text: string): Bytes => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))

export const bytesOf = (text: string): Bytes => new TextEncoder().encode(text)

export function joined(...parts: readonly Uint8Array[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

export const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, place) => byte === other[place])

export async function digestOf(
  content: Uint8Array,
  algorithm: 'SHA-1' | 'SHA-256' | 'SHA-384' | 'SHA-512' = 'SHA-256',
): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest(algorithm, Uint8Array.from(content)))
}

/** The certificates of a file: one in DER, or any number in PEM. */
export function certificatesIn(file: Uint8Array): Bytes[] {
  const text = new TextDecoder('latin1').decode(file)
  const pem = [...text.matchAll(/-----BEGIN CERTIFICATE-----([\s\S]+?)-----END CERTIFICATE-----/g)]
  return pem.length > 0 ? pem.map(([, body]) => fromBase64(body!.replace(/\s+/g, ''))) : [Uint8Array.from(file)]
}
