import { type ReactNode, useEffect, useState } from 'react'

const SHOWN_MS = 1000

interface Props {
  value: string
  /** The button; for a second it says that it is done. */
  children: (given: { copied: boolean; copy: () => void }) => ReactNode
}

/** Puts a text into the clipboard; where the browser does not let it, the button does not say that it is done. */
export function CopyButton({ value, children }: Props) {
  const [copied, setCopied] = useState(0)
  useEffect(() => {
    if (copied === 0) return
    const timer = setTimeout(() => setCopied(0), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () => {
    navigator.clipboard?.writeText(value).then(
      () => setCopied((now) => now + 1),
      () => {},
    )
  }
  return <>{children({ copied: copied > 0, copy })}</>
}
