import { describe, expect, it } from 'vitest'
import { type Brand, demoBrand } from '#platform/values/brand.ts'
import { fillPage } from './fill-page.ts'

const origin = 'https://pyora.example'
const other = {
  ...demoBrand,
  name: 'Kampi & "Ketju"',
  phone: '+358 10 555 0199',
  socialLinks: [
    { name: 'Verkko', url: 'https://social.example/a?b=1&c=2' },
    { name: 'Paha', url: 'javascript:alert(1)' },
  ],
  trainingLinks: { employer: 'https://peli.example/' },
}

describe('filling a prerendered page', () => {
  it('puts origin and brand in place and leaves no placeholder', () => {
    const html = fillPage('<a href="__ORIGIN__/">__BRAND_NAME__ __BRAND_LEGAL_NAME__</a>', { origin, brand: demoBrand })
    expect(html).toBe('<a href="https://pyora.example/">Poljin Poljin Oy</a>')
  })

  it('forgives a closing slash in the origin', () => {
    expect(fillPage('__ORIGIN__/x', { origin: `${origin}/`, brand: demoBrand })).toBe('https://pyora.example/x')
  })

  it('escapes the brand for HTML', () => {
    expect(fillPage('<b title="__BRAND_NAME__">', { origin, brand: other })).toBe(
      '<b title="Kampi &#38; &#34;Ketju&#34;">',
    )
  })

  it('escapes the brand for JSON inside data blocks and in the manifest', () => {
    const block = '<script type="application/ld+json">{"name":"__BRAND_NAME__"}</script>'
    const filled = fillPage(block, { origin, brand: { ...other, name: '</script>"x' } })
    expect(filled).not.toContain('</script>"x')
    expect(JSON.parse(filled.replace(/<[^>]+>/g, ''))).toEqual({ name: '</script>"x' })
    const manifest = fillPage('{"name":"__BRAND_NAME__"}', { origin, brand: other })
    expect(JSON.parse(manifest)).toEqual({ name: other.name })
  })

  it('writes a Finnish phone number as an international link', () => {
    const phone = 'tel:__BRAND_PHONE_LINK__'
    expect(fillPage(phone, { origin, brand: demoBrand })).toBe('tel:+358105550140')
    expect(fillPage(phone, { origin, brand: other })).toBe('tel:+358105550199')
  })

  it('links only web addresses among the social links', () => {
    expect(fillPage('__BRAND_SOCIAL_LINKS__', { origin, brand: other })).toBe(
      '<li><a href="https://social.example/a?b=1&#38;c=2" rel="noopener">Verkko</a></li>',
    )
  })

  it('drops what the brand does not have and keeps what it has', () => {
    const html =
      '<ul><li data-when="employerGameUrl"><a href="__BRAND_EMPLOYER_GAME_URL__">1</a></li><li data-when="bikeUserGameUrl"><a href="__BRAND_BIKE_USER_GAME_URL__">2</a></li></ul>'
    const filled = fillPage(html, { origin, brand: other })
    expect(filled).toContain('https://peli.example/')
    expect(filled).not.toContain('>2<')
  })

  it('draws the wordmark for the demo brand and writes any other name', () => {
    expect(fillPage('__BRAND_LOGO__', { origin, brand: demoBrand })).toContain('#wordmark')
    expect(fillPage('__BRAND_LOGO__', { origin, brand: other })).toContain('Kampi &#38; &#34;Ketju&#34;')
  })

  it('says of processors only what the owner has named, in the language of the page', () => {
    const html = [
      'processorsUntold',
      'processorsNone',
      'HOSTING',
      'MESSAGES',
      'processorsWithin',
      'ADEQUACY',
      'CLAUSES',
    ]
      .map((when) => `<li data-when="${when}">${when}: __BRAND_${when}_FI__/__BRAND_${when}_SV__</li>`)
      .join('')
    const told = (processors?: Brand['processors']) =>
      fillPage(html, { origin, brand: processors ? { ...demoBrand, processors } : demoBrand })
    const hosting = { name: 'Tila & Tili', task: 'HOSTING', country: 'SE' } as const
    expect(told()).toBe(
      '<li data-when="processorsUntold">processorsUntold: __BRAND_processorsUntold_FI__/__BRAND_processorsUntold_SV__</li>',
    )
    expect(told([])).toContain('processorsNone')
    expect(told([hosting])).toContain('HOSTING: Tila &#38; Tili (Ruotsi)/Tila &#38; Tili (Sverige)')
    expect(told([hosting])).toContain('processorsWithin')
    expect(told([hosting])).not.toMatch(/MESSAGES|CLAUSES|ADEQUACY|Untold|None/)
    const abroad = told([hosting, { name: 'Post', task: 'MESSAGES', country: 'US', ground: 'CLAUSES' }])
    expect(abroad).toContain('CLAUSES: Post (Yhdysvallat)')
    expect(abroad).not.toMatch(/processorsWithin|ADEQUACY/)
  })
})
