import { useEffect, useRef } from 'react'

/** What Escape would close, the topmost last. */
const open: (() => void)[] = []

/** A list of choices that is open in its field closes itself: its field says so until it has, which is after this. */
function closeTopmost({ key, isComposing, target }: KeyboardEvent) {
  const isClaimed = target instanceof Element && target.matches('[data-mantine-stop-propagation=true]')
  if (key === 'Escape' && !isComposing && !isClaimed) open.at(-1)?.()
}

/** Closes what is open by Escape: one press closes the topmost alone, and whatever lies beneath it stays. */
export function useEscape(isOpen: boolean, close: () => void): void {
  const now = useRef(close)
  now.current = close
  useEffect(() => {
    if (!isOpen) return
    const closer = () => now.current()
    window.addEventListener('keydown', closeTopmost, true)
    open.push(closer)
    return () => void open.splice(open.indexOf(closer), 1)
  }, [isOpen])
}
