import { gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { unpacked } from './unpack.ts'
import { readXml } from './xml-reader.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

/** The texts of the elements `a`, read in pieces of so many bytes. */
async function textsOf(content: Uint8Array, size: number): Promise<string[]> {
  const texts: string[] = []
  const pieces = Array.from({ length: Math.ceil(content.length / size) }, (_, at) =>
    content.subarray(at * size, (at + 1) * size),
  )
  await readXml(pieces, {
    close(path) {
      if (path.at(-1)?.name === 'a') texts.push(path.at(-1)!.text)
    },
  })
  return texts
}

const sizes = [1, 2, 3, 7, 1_000]

describe('a text that is no XML as it stands costs no more than itself', () => {
  it.each([
    ['Meikäläinen & Pojat', 'Meikäläinen & Pojat'],
    ['C & D &', 'C & D &'],
    ['a&#x1F;b&#0;c&#11;', 'a b c '],
    ['&amp;&lt;&#228;&#xE4;&#9;', '&<ää\t'],
    ['<![CDATA[A & B &#x1F; ]] ]]>&amp; & C', 'A & B &#x1F; ]] & & C'],
    ['<![CDATA[]]>& <![CDATA[&]]>', '& &'],
  ])('%s', async (written, read) => {
    for (const size of sizes)
      expect(await textsOf(bytes(`<r><a>${written}</a><a>x</a></r>`), size)).toEqual([read, 'x'])
  })

  it('but what names an entity is one, and unknown', async () => {
    for (const size of sizes)
      await expect(textsOf(bytes('<r><a>A&B;</a></r>'), size)).rejects.toMatchObject({ code: 'XML_MALFORMED' })
  })
})

describe('a packed file is read as what it holds', () => {
  const one = bytes('<?xml version="1.0"?><r><a>1</a></r>')
  const two = bytes('<?xml version="1.0" encoding="UTF-8"?><r><a>ä2</a></r>')

  it('packed by gzip', async () => {
    for (const size of sizes) expect(await textsOf(gzipSync(two), size)).toEqual(['ä2'])
  })

  it('the documents of a zip, one after the other, and nothing else of it', async () => {
    const zip = zipSync({
      'a.xml': one,
      'inner/B.XML': two,
      'read me.txt': bytes('<no'),
      '__MACOSX/._a.xml': bytes('<'),
    })
    for (const size of sizes) expect(await textsOf(zip, size)).toEqual(['1', 'ä2'])
  })

  it('but not where it is cut, or holds no document', async () => {
    const refusal = (content: Uint8Array) => textsOf(content, 1_000).catch(({ code }: { code: string }) => code)
    expect(await refusal(gzipSync(two).subarray(0, 30))).toBe('XML_MALFORMED')
    expect(await refusal(zipSync({ 'a.xml': two }).subarray(0, 60))).toBe('XML_MALFORMED')
    expect(await refusal(zipSync({ 'a.txt': one }))).toBe('XML_MALFORMED')
  })

  it('and no further than a bank’s file is large', async () => {
    const packed = gzipSync(Buffer.alloc(201_000_000, ' '))
    const pieces = Array.from({ length: Math.ceil(packed.length / 1_000) }, (_, at) =>
      packed.subarray(at * 1_000, (at + 1) * 1_000),
    )
    let size = 0
    const count = async () => {
      for await (const piece of unpacked(pieces)) size += piece.length
    }
    await expect(count()).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' })
    expect(size).toBeLessThanOrEqual(200_000_000)
  })
})
