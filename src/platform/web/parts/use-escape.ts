import { useEffect, useRef } from 'react'

/** What Escape would close, the topmost last. */
const open: (() => void)[] = []
let isClaimed = false

/** A list of choices that is open in its field closes itself; its field says so only until it has. */
function claim({ target }: KeyboardEvent) {
  isClaimed = target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true'
}

function closeTopmost(event: KeyboardEvent) {
  if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented || isClaimed) return
  open.at(-1)?.()
}

/** Closes what is open by Escape: one press closes the topmost alone, and whatever lies beneath it stays. */
export function useEscape(isOpen: boolean, close: () => void): void {
  const now = useRef(close)
  now.current = close
  useEffect(() => {
    if (!isOpen) return
    const closer = () => now.current()
    window.addEventListener('keydown', claim, { capture: true })
    window.addEventListener('keydown', closeTopmost)
    open.push(closer)
    return () => void open.splice(open.indexOf(closer), 1)
  }, [isOpen])
}
