import { lineText, writtenText } from './written-text.ts'

/** One element of an XML document, or null for one that is left out. */
export type XmlElement = string | null

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** A written text inside an element: the five signs of XML escaped. */
export function escapedText(written: string): string {
  return written.replace(/[&<>"']/g, (sign) => ESCAPES[sign]!)
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
      : escapedText(writtenText(String(content ?? '')))
  if (inner === '') return null
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapedText(lineText(value))}"`)
  return `<${name}${given.join('')}>${inner}</${name}>`
}

/** The whole document, in UTF-8. */
export function xmlDocument(root: XmlElement): Buffer {
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${root ?? ''}\n`, 'utf8')
}
