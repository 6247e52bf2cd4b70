import { kept, keys } from './storage.ts'

const DAY = 86_400_000

/** Before the first paint: the chosen theme, and whether the announcement was dismissed within a day. */
export function boot(): void {
  const root = document.documentElement
  root.dataset.mantineColorScheme = kept(keys.theme) === 'dark' ? 'dark' : 'light'
  const dismissedAt = Number(kept(keys.announcement))
  if (dismissedAt && Date.now() - dismissedAt < DAY) root.dataset.announced = ''
}
