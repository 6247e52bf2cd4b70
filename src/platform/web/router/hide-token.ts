import { replaceUrl } from './history.ts'

/** Takes a used token out of the address bar and the history, and leaves the screen standing. */
export function hideToken(path: string): void {
  replaceUrl(path)
}
