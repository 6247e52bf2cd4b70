import wordmark from '../brand/wordmark.svg?raw'
import { useBrand } from './brand.ts'
import styles from './Wordmark.module.css'

/** The drawn wordmark spells this name; another brand is set in the display type. */
const DRAWN_NAME = 'Poljin'

/** The owner's name as it stands in headers. */
export function Wordmark({ height = 30 }: { height?: number }) {
  const { name, logoColour } = useBrand()
  const style = { height, ...(logoColour ? { color: logoColour } : {}) }
  if (name !== DRAWN_NAME) {
    return (
      <span className={styles.word} style={{ ...style, fontSize: height * 0.8 }}>
        {name}
      </span>
    )
  }
  const svg = wordmark.replace(/ style="[^"]*"/, '').replace(/ role="img" aria-label="[^"]*"/, ' aria-hidden="true"')
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own file from the repository; inlined so that it takes the theme's colours.
  return <span className={styles.mark} style={style} aria-hidden="true" dangerouslySetInnerHTML={{ __html: svg }} />
}
