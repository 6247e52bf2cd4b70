import styles from './Bones.module.css'

/** One bar of a skeleton; the width is any CSS length. */
export function Bone({ width = '70%', height }: { width?: string; height?: string }) {
  return <span className={styles.bone} style={{ width, ...(height ? { height } : {}) }} aria-hidden="true" />
}
