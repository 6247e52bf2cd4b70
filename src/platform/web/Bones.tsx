import styles from './Bones.module.css'

/** One bar of a skeleton; the width is any CSS length. */
export function Bone({ width = '70%', height }: { width?: string; height?: string }) {
  return <span className={styles.bone} style={{ width, ...(height ? { height } : {}) }} aria-hidden="true" />
}

/** A skeleton of lines for a text or a card. */
export function Bones({ lines = 4 }: { lines?: number }) {
  const widths = ['82%', '64%', '73%', '48%']
  return (
    <div className="stack-md" aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars are alike and never move.
        <Bone key={line} width={widths[line % widths.length] ?? '70%'} />
      ))}
    </div>
  )
}
