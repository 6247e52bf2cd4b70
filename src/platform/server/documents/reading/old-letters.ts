/** The upper half of code page 850, in which Excel writes "CSV (MS-DOS)". Source: Unicode, CP850.TXT. */
const UPPER_850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0'

/** Text of one byte for each sign, in pieces. */
export interface ByteDecoder {
  decode(bytes: Uint8Array, options?: { readonly stream?: boolean }): string
}

const codePage850: ByteDecoder = {
  decode: (bytes) =>
    Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : UPPER_850[byte - 0x80]!)).join(''),
}

const LETTERS = /[ÄÅÖÜÉäåöüéøæØÆ]/
/** Letters of windows-1252 that Finnish has in few words, and that stand where others have ä and ö. */
const RARE_LETTERS = /[ŠšŽž]/

const isAsciiLetter = (byte: number | undefined) => byte !== undefined && /[A-Za-z]/.test(String.fromCharCode(byte))

/** How much like the Nordic languages bytes read: the letters of words that are theirs. */
function likeness(bytes: Uint8Array, text: string): number {
  let points = 0
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at]! < 0x80 || !(isAsciiLetter(bytes[at - 1]) || isAsciiLetter(bytes[at + 1]))) continue
    if (LETTERS.test(text[at]!)) points += 2
    else if (RARE_LETTERS.test(text[at]!)) points += 1
  }
  return points
}

/**
 * How bytes that are no UTF-8 and name no encoding are read: as Windows writes them, unless their letters make words only
 * as DOS or the old Mac wrote them, which Excel still offers.
 */
export function oldDecoder(sample: Uint8Array): ByteDecoder {
  const decoders: ByteDecoder[] = [new TextDecoder('windows-1252'), codePage850, new TextDecoder('macintosh')]
  const points = decoders.map((one) => likeness(sample, one.decode(sample)))
  return decoders[points.indexOf(Math.max(...points))]!
}
