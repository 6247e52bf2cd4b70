import styles from './Skeleton.module.css'

/** One bar of a skeleton; the width is any CSS length. */
export function Skeleton({ width = '70%', height }: { width?: string; height?: string }) {
  return <span className={styles.skeleton} style={{ width, ...(height ? { height } : {}) }} aria-hidden="true" />
}
