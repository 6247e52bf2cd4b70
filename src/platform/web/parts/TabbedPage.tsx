import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Tab, TabList, TabPanel, Tabs } from '#platform/web/controls/Tabs.tsx'
import { useAddressState } from '#platform/web/router/address-state.ts'
import { PageHead } from './PageHead.tsx'

interface PageTab {
  /** Its name in the address; the first tab has none there. */
  readonly name: string
  readonly title: string
  readonly content: () => ReactNode
  /** Places of the tab that a link may name behind a number sign, as `copy` of `/kayttaja#copy`. */
  readonly places?: readonly string[]
}

interface TabbedPageProps {
  readonly title: string
  readonly lead: string
  readonly aside?: ReactNode
  /** Between the head and the tabs: what has to be seen whichever tab is open. */
  readonly above?: ReactNode
  readonly tabs: readonly [PageTab, ...PageTab[]]
}

/** A page of several lists of which one is shown; whatever a list has put into the address is left behind with it. */
export function TabbedPage({ title, lead, aside, above, tabs }: TabbedPageProps) {
  const [at, setAt] = useAddressState()
  const first = tabs[0].name
  // A link to a place opens the tab that holds it, until another is chosen.
  const [linked, setLinked] = useState(() => tabs.find(({ places }) => places?.includes(location.hash.slice(1)))?.name)
  const shown = tabs.find(({ name }) => name === at.tab)?.name ?? linked ?? first
  // On a phone the list of tabs scrolls sideways, and the open one may lie outside of it.
  const open = useRef<HTMLButtonElement>(null)
  // Scrolling answers with a promise in current browsers, which React would call when the page is left.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is open when the name changes.
  useEffect(() => {
    open.current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [shown])
  const leave = Object.fromEntries(Object.keys(at).map((key) => [key, null]))
  return (
    <>
      <PageHead title={title} lead={lead} aside={aside} />
      {above}
      <Tabs
        value={shown}
        onChange={(next) => {
          setLinked(undefined)
          setAt({ ...leave, tab: next === first ? null : next })
        }}
      >
        <TabList aria-label={title} spaced>
          {tabs.map((tab) => (
            <Tab key={tab.name} value={tab.name} ref={tab.name === shown ? open : undefined}>
              {tab.title}
            </Tab>
          ))}
        </TabList>
        {tabs.map(({ name, content: Content }) => (
          <TabPanel key={name} value={name}>
            <Content />
          </TabPanel>
        ))}
      </Tabs>
    </>
  )
}
