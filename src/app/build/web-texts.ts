import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { permissionNames } from '#platform/contract/permissions.ts'
import { filesLoadedWith } from './module-graph.ts'

const source = path.resolve(import.meta.dirname, '../..')

/**
 * The groups of a text file whose words the server alone says, in mails, text messages and notices. They never travel
 * to the browser. Everything else of a namespace travels with each chunk that draws from the namespace.
 */
export const serverTextGroups: readonly string[] = ['mail', 'sms', 'notice', 'employerNotice']

function fileOf(namespace: string, language: string): string {
  const folder = namespace === 'platform' ? 'platform' : path.join('features', namespace)
  return path.join(source, folder, 'texts', `${language}.json`)
}

/** The features that have texts, and the platform. */
const namespaces: ReadonlySet<string> = new Set(
  ['platform', ...readdirSync(path.join(source, 'features'))].filter((name) => existsSync(fileOf(name, 'fi'))),
)

/** What the browser gets of a namespace in a language. */
export function webTexts(namespace: string, language: string): Record<string, unknown> {
  const all = JSON.parse(readFileSync(fileOf(namespace, language), 'utf8')) as Record<string, unknown>
  return Object.fromEntries(Object.entries(all).filter(([group]) => !serverTextGroups.includes(group)))
}

const inOwnName = /\buseTexts\('([\w-]+)'\)|\bhasText\([^)]*,\s*'([\w-]+)'\)/g
const withItsName = /['"`]([a-z][\w-]*):([\w-]+|\$\{)/g

const permissions: ReadonlySet<string> = new Set(permissionNames)

/** Whether `name:group…` is the key of a text that the browser has, and not, say, a permission. */
const isKey = (name: string, group: string) =>
  namespaces.has(name) && !permissions.has(`${name}:${group}`) && (group === '${' || group in webTexts(name, 'fi'))

const comment = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm

function namespacesIn(code: string): string[] {
  const text = code.replace(comment, '')
  const named = [...text.matchAll(inOwnName)].map((match) => match[1] ?? match[2]!)
  const begun = [...text.matchAll(withItsName)].flatMap(([, name = '', group = '']) =>
    isKey(name, group) ? [name] : [],
  )
  return [...named.filter((name) => namespaces.has(name)), ...begun]
}

/** The namespaces that a module and all that arrives with it draw from, in order. */
export function namespacesOf(file: string): string[] {
  const found = [...filesLoadedWith(file).values()].flatMap(namespacesIn)
  return [...new Set(found)].sort()
}
