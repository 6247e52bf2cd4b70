import type { ComponentPropsWithRef } from 'react'
import styles from './IconButton.module.css'

/** A button that shows a picture alone; `aria-label`, or words for the ear among its children, name it. */
export function IconButton({ className, outlined, ...rest }: ComponentPropsWithRef<'button'> & { outlined?: boolean }) {
  return (
    <button
      type="button"
      {...rest}
      className={className ? `${styles.icon} ${className}` : styles.icon}
      data-outlined={outlined || undefined}
    />
  )
}
