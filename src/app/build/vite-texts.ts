import path from 'node:path'
import type { Plugin } from 'vite'
import { resolveOwn } from './module-graph.ts'
import { namespacesOf, refusalTexts, webTexts } from './web-texts.ts'

const source = path.resolve(import.meta.dirname, '../..')
const entry = path.join(source, 'app', 'web', 'web.tsx')
const languages = ['fi', 'en', 'sv'] as const

const BASE = 'virtual:texts'
/** The namespace of the sentences of all refusals. */
const REFUSALS = 'refusals'
const dynamicImport = /\bimport\(\s*['"]([^'"]+\.tsx?)['"]\s*\)/g

const sourceOf = (key: string) =>
  `{ ${languages.map((language) => `${language}: () => import('virtual:texts/${language}/${key}')`).join(', ')} }`

/**
 * Sends each screen the texts it draws from, in one language, beside its code. The texts of what every page loads
 * come as `virtual:texts`; around an `import()` of a module that draws from further namespaces stands `withTexts`,
 * which fetches both at the same time. The sentences of refusals come with the first refusal, all of them, so that no
 * page lacks one.
 */
export function texts(): Plugin {
  const base = () => ['platform', ...namespacesOf(entry).filter((name) => name !== 'platform')]
  return {
    name: 'texts-by-screen',
    enforce: 'pre',
    resolveId: (id) => (id === BASE || id.startsWith(`${BASE}/`) ? `\0${id}` : null),
    load(id) {
      if (id === `\0${BASE}`)
        return `export const baseTexts = ${sourceOf(base().join('+'))}\nexport const refusalTexts = ${sourceOf(REFUSALS)}`
      if (!id.startsWith(`\0${BASE}/`)) return null
      const [language = '', names = ''] = id.slice(BASE.length + 2).split('/')
      const textsOf = (name: string) => (name === REFUSALS ? refusalTexts(language) : webTexts(name, language))
      const bundle = Object.fromEntries(names.split('+').map((name) => [name, textsOf(name)]))
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(bundle))})`
    },
    transform(code, id) {
      const [file = ''] = id.split('?')
      if (!file.startsWith(source) || !/\.tsx?$/.test(file) || !code.includes('import(')) return null
      const always = new Set(base())
      const found = new Map<string, string>()
      const wrapped = code.replace(dynamicImport, (whole, target: string) => {
        const module = resolveOwn(file, target)
        const names = module ? namespacesOf(module).filter((name) => !always.has(name)) : []
        if (names.length === 0) return whole
        const key = names.join('+')
        if (!found.has(key)) found.set(key, `$texts${found.size}`)
        return `$withTexts(${whole}, ${JSON.stringify(names)}, ${found.get(key)})`
      })
      if (found.size === 0) return null
      const declared = [...found].map(([key, name]) => `const ${name} = ${sourceOf(key)};`)
      return {
        code: `import { withTexts as $withTexts } from '#platform/web/words/i18n.ts';${declared.join('')}${wrapped}`,
        map: null,
      }
    },
  }
}
