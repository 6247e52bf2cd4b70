import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

const kuusi: MantineColorsTuple = [
  '#EEF5F0',
  '#DCE9DF',
  '#BBD5C5',
  '#94BFA6',
  '#6CA386',
  '#478567',
  '#2F6B51',
  '#1E533E',
  '#143C2D',
  '#0C281D',
]
const poljin: MantineColorsTuple = [
  '#FFF6E3',
  '#FFE9BD',
  '#FFD88A',
  '#FBC257',
  '#F4A92A',
  '#E3930F',
  '#BF760A',
  '#8F5605',
  '#653D06',
  '#3E2605',
]
/** Mantine reads its dark grounds and lines from here; 0 is text, 9 the deepest ground. */
const dark: MantineColorsTuple = [
  '#EDF3EE',
  '#BACABF',
  '#94A79B',
  '#6B8277',
  '#24382F',
  '#1B3328',
  '#111E18',
  '#0A1410',
  '#07100C',
  '#040A07',
]

const heading = (fontSize: string, lineHeight: string) => ({ fontSize, lineHeight })

export const theme = createTheme({
  colors: { kuusi, poljin, dark },
  primaryColor: 'kuusi',
  primaryShade: { light: 7, dark: 3 },
  white: '#FFFFFF',
  black: '#10261C',
  fontFamily: 'var(--font-text)',
  headings: {
    fontFamily: 'var(--font-display)',
    fontWeight: '700',
    textWrap: 'balance',
    sizes: {
      h1: heading('var(--fs-4xl)', '1.06'),
      h2: heading('var(--fs-3xl)', '1.06'),
      h3: heading('var(--fs-xl)', '1.18'),
      h4: heading('var(--fs-lg)', '1.18'),
    },
  },
  fontSizes: { xs: '0.8125rem', sm: '0.875rem', md: '1rem', lg: '1.125rem', xl: '1.375rem' },
  lineHeights: { xs: '1.35', md: '1.55' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '4px', sm: '6px', md: '10px', lg: '16px' },
  defaultRadius: 'md',
  shadows: { sm: 'var(--shadow-1)', md: 'var(--shadow-2)', lg: 'var(--shadow-3)' },
  breakpoints: { xs: '30em', sm: '37.5em', md: '56.25em', lg: '75em', xl: '90em' },
  autoContrast: true,
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    InputWrapper: { defaultProps: { size: 'md' } },
    Input: { defaultProps: { size: 'md' } },
    TextInput: { defaultProps: { size: 'md' } },
    Select: { defaultProps: { size: 'md' } },
    MultiSelect: { defaultProps: { size: 'md' } },
    Modal: { defaultProps: { radius: 'lg', centered: true } },
    ModalRoot: { defaultProps: { radius: 'lg', centered: true } },
    DrawerRoot: { defaultProps: { position: 'right' } },
  },
})

const schemeVariables = {
  '--mantine-color-body': 'var(--bg)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-3)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--surface-hover)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-placeholder': 'var(--text-3)',
  '--mantine-color-anchor': 'var(--link)',
  '--mantine-color-error': 'var(--danger)',
  '--mantine-color-bright': 'var(--text)',
}

/** Points Mantine's own colour names at the tokens, which already differ by scheme. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: schemeVariables,
  dark: schemeVariables,
})
