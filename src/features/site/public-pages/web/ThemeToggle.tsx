import { Icon } from './Icon.tsx'
import type { Site } from './site.ts'

/** The theme switch; the page's script shows it, because without one there is nothing to switch. */
export function ThemeToggle({ site, className }: { site: Site; className: string }) {
  return (
    <button type="button" className={className} data-theme-toggle>
      <Icon name="theme" />
      <span data-to="dark">{site.texts.theme.toDark}</span>
      <span data-to="light">{site.texts.theme.toLight}</span>
    </button>
  )
}
