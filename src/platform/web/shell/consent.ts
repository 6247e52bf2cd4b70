const event = 'poljin:ask-consent'

/** Shows the cookie question anew; the footer's button. */
export const askAgain = () => void window.dispatchEvent(new Event(event))

export function onAskedAgain(listener: () => void): () => void {
  window.addEventListener(event, listener)
  return () => window.removeEventListener(event, listener)
}
