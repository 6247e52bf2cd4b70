import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  use,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import styles from './Tabs.module.css'
import { TabsContext } from './tabs-context.ts'

interface Access {
  readonly id: string
  readonly shown: string
  readonly show: (value: string) => void
}
const Context = createContext<Access>({ id: '', shown: '', show: () => {} })

interface Props {
  /** The open tab, where the page keeps it. */
  value?: string
  /** The tab that is open first, where nobody else needs to know. */
  defaultValue?: string
  onChange?: (value: string) => void
  className?: string | undefined
  children: ReactNode
}

/** Several contents of which one is shown; those of the other tabs are not drawn, but what was typed there stays. */
export function Tabs({ value, defaultValue = '', onChange, className, children }: Props) {
  const [own, setOwn] = useState(defaultValue)
  const show = (next: string) => {
    setOwn(next)
    onChange?.(next)
  }
  const stand = useRef(false)
  useEffect(() => {
    stand.current = true
    return () => {
      stand.current = false
    }
  }, [])
  return (
    <Context value={{ id: useId(), shown: value ?? own, show }}>
      <TabsContext value={stand}>
        <div className={className}>{children}</div>
      </TabsContext>
    </Context>
  )
}

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowRight: (at, last) => (at === last ? 0 : at + 1),
  ArrowLeft: (at, last) => (at === 0 ? last : at - 1),
  Home: () => 0,
  End: (_, last) => last,
}

/** The arrow keys walk along the tabs and open each. */
function walk(event: KeyboardEvent<HTMLElement>) {
  const step = STEPS[event.key]
  if (!step) return
  event.preventDefault()
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')]
  const next = tabs[step(tabs.indexOf(document.activeElement as HTMLElement), tabs.length - 1)]
  next?.focus()
  next?.click()
}

interface ListProps {
  'aria-label'?: string
  /** Room below, where the panels bring none. */
  spaced?: boolean
  children: ReactNode
}

export function TabList({ 'aria-label': label, spaced, children }: ListProps) {
  return (
    <div
      className={styles.list}
      role="tablist"
      tabIndex={-1}
      aria-label={label}
      data-spaced={spaced || undefined}
      onKeyDown={walk}
    >
      {children}
    </div>
  )
}

interface TabProps {
  value: string
  rightSection?: ReactNode
  ref?: Ref<HTMLButtonElement> | undefined
  children: ReactNode
}

export function Tab({ value, rightSection, ref, children }: TabProps) {
  const { id, shown, show } = use(Context)
  const isShown = value === shown
  return (
    <button
      ref={ref}
      type="button"
      role="tab"
      className={styles.tab}
      id={`${id}-${value}`}
      aria-selected={isShown}
      aria-controls={isShown ? `${id}-${value}-panel` : undefined}
      tabIndex={isShown ? 0 : -1}
      onClick={() => show(value)}
    >
      {children}
      {rightSection}
    </button>
  )
}

export function TabPanel({ value, className, children }: { value: string; className?: string; children: ReactNode }) {
  const { id, shown } = use(Context)
  if (value !== shown) return null
  return (
    <div role="tabpanel" className={className} id={`${id}-${value}-panel`} aria-labelledby={`${id}-${value}`}>
      {children}
    </div>
  )
}
