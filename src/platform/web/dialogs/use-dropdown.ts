import { type FocusEvent, useEffect, useId, useRef, useState } from 'react'
import { useEscape } from './use-escape.ts'

/**
 * A button that opens something below itself: Escape closes it and gives the focus back; leaving it closes it, and so does
 * a press elsewhere, also on what takes no focus.
 * @param staysWithoutFocus keeps it open while nothing has the focus, as when the focused part of it has gone
 */
export function useDropdown({ staysWithoutFocus = false } = {}) {
  const [opened, setOpened] = useState(false)
  const id = useId()
  const around = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!opened) return
    const press = ({ target }: PointerEvent) => {
      if (!around.current?.contains(target as Node)) setOpened(false)
    }
    document.addEventListener('pointerdown', press)
    return () => document.removeEventListener('pointerdown', press)
  }, [opened])
  const onBlur = (event: FocusEvent<HTMLDivElement>) => {
    if (staysWithoutFocus && !event.relatedTarget) return
    if (!event.currentTarget.contains(event.relatedTarget)) setOpened(false)
  }
  useEscape(opened, () => {
    setOpened(false)
    opener.current?.focus()
  })
  return {
    opened,
    setOpened,
    id,
    place: { ref: around, onBlur },
    button: {
      ref: opener,
      type: 'button' as const,
      'aria-expanded': opened,
      'aria-controls': id,
      onClick: () => setOpened((now) => !now),
    },
  }
}
