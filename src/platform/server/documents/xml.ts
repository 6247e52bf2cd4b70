/** One element of an XML document, or null for one that is left out. */
export type XmlElement = string | null

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Text as it may stand in XML 1.0: characters that XML cannot hold become spaces, the five special ones are escaped. */
function escapeXml(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 forbids exactly these
      .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Cs}/gu, ' ')
      .replace(/[&<>"']/g, (character) => ESCAPES[character]!)
  )
}

/**
 * An element with its attributes and its content: text, a number, or child elements in their order. Absent children are
 * left out; an element whose content is null, undefined or empty is left out itself.
 */
export function element(
  name: string,
  content: string | number | null | undefined | readonly XmlElement[],
  attributes: Readonly<Record<string, string>> = {},
): XmlElement {
  const inner =
    typeof content === 'object' && content !== null
      ? content.filter((child) => child !== null).join('')
      : escapeXml(String(content ?? ''))
  if (inner === '') return null
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
  return `<${name}${given.join('')}>${inner}</${name}>`
}

/** The whole document, in UTF-8. */
export function xmlDocument(root: XmlElement): Buffer {
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${root ?? ''}\n`, 'utf8')
}
