import { usePageTitle } from './PageHead.tsx'

/** The title of one of the parts of a page, which is the page's own where the part stands first. */
export function PartTitle({ store, title, isFirst }: { store: string | null; title: string; isFirst: boolean }) {
  return isFirst ? <FirstTitle store={store} title={title} /> : <h2>{title}</h2>
}

function FirstTitle({ store, title }: { store: string | null; title: string }) {
  usePageTitle(title)
  return (
    <div>
      <p className="t2">{store}</p>
      <h1>{title}</h1>
    </div>
  )
}
