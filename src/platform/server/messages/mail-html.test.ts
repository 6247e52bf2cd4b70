import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { mailColours, mailHtml } from './mail-html.ts'

const html = mailHtml({
  language: 'fi',
  subject: 'Pyörä on <valmis>',
  paragraphs: ['Hei!', 'Nouda pyörä\nkaupasta.'],
  url: 'https://poljin.example/a?b=1&c=2',
  action: 'Avaa tilaus',
  signature: 'Poljin\nasiakaspalvelu',
  foot: { text: 'Älä lähetä enää', url: 'https://poljin.example/pois' },
  product: 'Poljin',
})

const channel = (value: number) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const luminance = (colour: string) => {
  const [red, green, blue] = [1, 3, 5].map((at) => channel(Number.parseInt(colour.slice(at, at + 2), 16) / 255))
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}
/** As WCAG 2.2 defines it. */
function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light! + 0.05) / (dark! + 0.05)
}

describe('a mail', () => {
  it('says that it has both schemes, and gives each part its dark colour', () => {
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
    const dark = /prefers-color-scheme:dark\)\{(.*?)\}<\/style>/.exec(html)![1]!
    for (const colour of Object.values(mailColours.dark)) expect(dark).toContain(colour)
    const classes = [...dark.matchAll(/\.(\w+)/g)].map((match) => match[1]!)
    for (const name of new Set(classes)) expect(html).toContain(`class="${name}"`)
  })

  it.each(['light', 'dark'] as const)('is read in the %s scheme: every text at least 4.5 to 1', (scheme) => {
    const { ground, text, name, quiet } = mailColours[scheme]
    for (const colour of [text, name, quiet]) expect(contrast(colour, ground)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(mailColours.button.text, mailColours.button.ground)).toBeGreaterThanOrEqual(4.5)
  })

  it('has the colours of the design tokens', () => {
    const tokens = readFileSync(path.resolve(import.meta.dirname, '../../web/style/tokens.css'), 'utf8')
    for (const colour of Object.values(mailColours).flatMap((part) => Object.values(part)))
      expect(tokens).toContain(colour)
  })

  it('needs no picture and nothing from elsewhere, and shows what was written as text', () => {
    expect(html).not.toMatch(/<img|<link|url\(|@import/)
    expect(html).toContain('Pyörä on &lt;valmis&gt;')
    expect(html).toContain('Nouda pyörä<br>kaupasta.')
    expect(html).toContain('href="https://poljin.example/a?b=1&amp;c=2"')
  })
})
