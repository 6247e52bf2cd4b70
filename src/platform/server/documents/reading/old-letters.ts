/** The upper half of code page 850, in which Excel writes "CSV (MS-DOS)". Source: Unicode, CP850.TXT. */
const UPPER_850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0'

/** Text of one byte for each sign, in pieces. */
export interface ByteDecoder {
  decode(bytes: Uint8Array, options?: { readonly stream?: boolean }): string
}

const codePage850: ByteDecoder = {
  decode: (bytes) =>
    Buffer.from(bytes)
      .toString('latin1')
      .replace(/[\x80-\xff]/g, (sign) => UPPER_850[sign.charCodeAt(0) - 0x80]!),
}

const decoders: readonly (() => ByteDecoder)[] = [
  () => new TextDecoder('windows-1252'),
  () => codePage850,
  () => new TextDecoder('macintosh'),
]
const upperBytes = Uint8Array.from({ length: 0x80 }, (_, at) => at + 0x80)

const LETTERS = /[ÄÅÖÜÉäåöüéøæØÆ]/
/** Letters of windows-1252 that Finnish has in few words, and that stand where others have ä and ö. */
const RARE_LETTERS = /[ŠšŽž]/
const pointsOf = (sign: string) => (LETTERS.test(sign) ? 2 : RARE_LETTERS.test(sign) ? 1 : 0)
/** For each way to read it, how much like the Nordic languages each byte of the upper half is in a word. */
const points = decoders.map((make) => Array.from(make().decode(upperBytes), pointsOf))

const isAsciiLetter = (byte = 0) => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a

/**
 * How bytes that are no UTF-8 and name no encoding are read: as Windows writes them, unless their letters make words only
 * as DOS or the old Mac wrote them, which Excel still offers.
 */
export function oldDecoder(sample: Uint8Array): ByteDecoder {
  const sums = points.map(() => 0)
  for (let at = 0; at < sample.length; at += 1) {
    const byte = sample[at]!
    if (byte < 0x80 || !(isAsciiLetter(sample[at - 1]) || isAsciiLetter(sample[at + 1]))) continue
    points.forEach((own, way) => {
      sums[way]! += own[byte - 0x80]!
    })
  }
  return decoders[sums.indexOf(Math.max(...sums))]!()
}
