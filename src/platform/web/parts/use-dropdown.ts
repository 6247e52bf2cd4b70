import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react'

/**
 * A button that opens something below itself: Escape closes it and gives the focus back, and so does leaving it.
 * @param staysWithoutFocus keeps it open while nothing has the focus, as when the focused part of it has gone
 */
export function useDropdown({ staysWithoutFocus = false } = {}) {
  const [opened, setOpened] = useState(false)
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const onBlur = (event: FocusEvent<HTMLDivElement>) => {
    if (staysWithoutFocus && !event.relatedTarget) return
    if (!event.currentTarget.contains(event.relatedTarget)) setOpened(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !opened) return
    event.preventDefault()
    setOpened(false)
    opener.current?.focus()
  }
  return {
    opened,
    setOpened,
    id,
    place: { onBlur, onKeyDown },
    button: {
      ref: opener,
      type: 'button' as const,
      'aria-expanded': opened,
      'aria-controls': id,
      onClick: () => setOpened((now) => !now),
    },
  }
}
