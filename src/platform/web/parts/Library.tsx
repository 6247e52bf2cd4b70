import {
  convertCssVariables,
  DEFAULT_THEME,
  deepMerge,
  defaultCssVariablesResolver,
  MantineProvider,
  mergeMantineTheme,
} from '@mantine/core'
import type { ReactNode } from 'react'
import { useTheme } from '#platform/web/shell/theme-choice.ts'
import { cssVariablesResolver, theme } from '#platform/web/style/theme.ts'
import '../style/mantine-parts.css'
import '../style/mantine.css'

const merged = mergeMantineTheme(DEFAULT_THEME, theme)

/** The theme's variables, once for the page: each provider would reckon them anew and write them into its place. */
const variables = new CSSStyleSheet()
variables.replaceSync(convertCssVariables(deepMerge(defaultCssVariablesResolver(merged), cssVariablesResolver(merged))))
document.adoptedStyleSheets.push(variables)

/** Around each part of the component library: few pages need one at once, so it comes with the part. */
export function Library({ children }: { children: ReactNode }) {
  const { isDark } = useTheme()
  return (
    <MantineProvider
      theme={theme}
      withCssVariables={false}
      withGlobalClasses={false}
      forceColorScheme={isDark ? 'dark' : 'light'}
    >
      {children}
    </MantineProvider>
  )
}
