export interface TextPart {
  readonly text: string
  readonly isLink: boolean
}

/** Cuts a plain text into words and web addresses, so that a page can make the addresses into links. */
export function linkedParts(text: string): TextPart[] {
  // A full stop or comma after an address belongs to the sentence.
  return text
    .split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/)
    .map((part, index) => ({ text: part, isLink: index % 2 === 1 }))
    .filter((part) => part.text !== '')
}
