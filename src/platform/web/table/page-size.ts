/** How many rows of a page a reader may choose. */
export const pageSizes = [20, 50, 100] as const

const storageKey = (path: string) => `poljin.rows.${path}`
const sizeOf = (text: string | null | undefined) => pageSizes.find((size) => String(size) === text)

function remembered(path: string): number | undefined {
  try {
    return sizeOf(localStorage.getItem(storageKey(path)))
  } catch {
    return undefined
  }
}

export function rememberSize(path: string, size: number): void {
  try {
    localStorage.setItem(storageKey(path), String(size))
  } catch {
    // Without storage the choice stands in the address alone.
  }
}

interface Paging {
  readonly page: string
  readonly limit: string
  readonly size: number
}

/** The paging of a list with the size that the address names, or that the reader has chosen for the list before. */
export function chosenPaging(path: string, paging: Paging, asked: string | undefined): Paging {
  const size = sizeOf(asked) ?? remembered(path)
  return size === undefined ? paging : { ...paging, size }
}
