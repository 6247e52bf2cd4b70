import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTheme } from '#platform/web/shell/theme-choice.ts'
import { cssVariablesResolver, theme } from '#platform/web/style/theme.ts'
import '../style/mantine-parts.css'
import '../style/mantine.css'

/** Around each part of the component library: few pages need one at once, so it comes with the part. */
export function Library({ children }: { children: ReactNode }) {
  const { isDark } = useTheme()
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      forceColorScheme={isDark ? 'dark' : 'light'}
    >
      {children}
    </MantineProvider>
  )
}
