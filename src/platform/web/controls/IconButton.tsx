import type { ComponentPropsWithRef } from 'react'
import styles from './IconButton.module.css'

/** A button that shows a picture alone; `aria-label` names it. */
export function IconButton({
  className,
  outlined,
  ...rest
}: ComponentPropsWithRef<'button'> & { outlined?: boolean; 'aria-label': string }) {
  return (
    <button
      type="button"
      {...rest}
      className={className ? `${styles.icon} ${className}` : styles.icon}
      data-outlined={outlined || undefined}
    />
  )
}
