import { Suspense, use } from 'react'

export type IllustrationName = 'pyora' | 'luovutus' | 'allekirjoitus' | 'kypara' | 'lunastus' | 'liike'

const files = import.meta.glob<string>('../illustrations/*.svg', { query: '?raw', import: 'default' })
const drawings = new Map<IllustrationName, Promise<string>>()

function drawingOf(name: IllustrationName): Promise<string> {
  const known = drawings.get(name)
  if (known) return known
  // A drawing that does not arrive (no network) is only a drawing; the page stands without it.
  const drawing = files[`../illustrations/${name}.svg`]?.().catch(() => '') ?? Promise.resolve('')
  drawings.set(name, drawing)
  return drawing
}

function Drawing({ name }: { name: IllustrationName }) {
  const svg = use(drawingOf(name))
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own file from the repository; inlined so that it takes the theme's colours.
  return <span style={{ display: 'contents' }} dangerouslySetInnerHTML={{ __html: svg }} />
}

/** Their widths by their heights, so that a drawing that is on its way keeps its place. */
const shapeOf = (name: IllustrationName) => (name === 'pyora' ? '1280 / 540' : '240 / 188')

/** One of the product's drawings, inlined so that it follows the theme. Decoration: it has no text alternative. */
export function Illustration({ name, width = 150 }: { name: IllustrationName; width?: number | string }) {
  return (
    <span
      className="illustration"
      style={{ display: 'block', width, maxWidth: '100%', aspectRatio: shapeOf(name) }}
      aria-hidden="true"
    >
      <Suspense fallback={null}>
        <Drawing name={name} />
      </Suspense>
    </span>
  )
}
