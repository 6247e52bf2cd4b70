import type { ComponentPropsWithRef } from 'react'
import styles from './CloseButton.module.css'

/** The cross that closes what it stands in; `aria-label` names it. */
export function CloseButton({ className, ...rest }: ComponentPropsWithRef<'button'>) {
  return (
    <button type="button" {...rest} className={className ? `${styles.close} ${className}` : styles.close}>
      <svg viewBox="0 0 15 15" width="20" height="20" aria-hidden="true">
        <path d="m3.6 3.6 7.8 7.8m0-7.8-7.8 7.8" fill="none" stroke="currentColor" strokeLinecap="round" />
      </svg>
    </button>
  )
}
