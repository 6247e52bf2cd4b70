/** An address that was asked for its file stays good for as long as a slow browser takes to save it. */
const SAVING_TAKES_MS = 60_000

/** Saves bytes that the page has as a file of the browser's. */
export function saveFile(bytes: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(bytes)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), SAVING_TAKES_MS)
}
