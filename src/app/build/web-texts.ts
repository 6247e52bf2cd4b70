import { readFileSync } from 'node:fs'
import path from 'node:path'
import { permissionNames } from '#platform/contract/permissions.ts'
import { foldersWithTexts } from '#platform/server/runtime/texts.ts'
import { keptTexts } from '#platform/values/features.ts'
import { filesLoadedWith } from './module-graph.ts'

const source = path.resolve(import.meta.dirname, '../..')

/**
 * The groups of a text file whose words only the server uses: mails, text messages, notices, documents and field errors. They never
 * travel to the browser. Everything else of a namespace travels with each chunk that draws from the namespace.
 */
export const serverTextGroups: readonly string[] = ['mail', 'sms', 'notice', 'employerNotice', 'pdf', 'fieldErrors']

/** The folder of each namespace: the platform, and every folder of a feature that has texts, by its name. */
const folders: ReadonlyMap<string, string> = new Map(
  [path.join(source, 'platform'), ...foldersWithTexts(path.join(source, 'features'))].map((folder) => [
    path.basename(folder),
    folder,
  ]),
)

type Groups = Record<string, unknown>

const textsIn = (namespace: string, language: string) =>
  JSON.parse(readFileSync(path.join(folders.get(namespace)!, 'texts', `${language}.json`), 'utf8')) as Groups

/** The sentences of refusals that pages draw by themselves; every page brings them along. */
const drawnByPages = ['requestId', 'NO_PASSWORD_SET', 'TOKEN_NOT_VALID']

const errorsOf = ({ errors = {} }: Groups) => errors as Record<string, string>

/** What the browser gets of a namespace in a language; most sentences of refusals that all share come with the first refusal. */
export function webTexts(namespace: string, language: string): Groups {
  const all = textsIn(namespace, language)
  const kept = Object.fromEntries(Object.entries(all).filter(([group]) => !serverTextGroups.includes(group)))
  if (namespace !== 'platform') return keptTexts(kept)
  const drawn = Object.entries(errorsOf(all)).filter(([code]) => drawnByPages.includes(code))
  return keptTexts({ ...kept, errors: Object.fromEntries(drawn) })
}

/** The sentence of every refusal, whatever feature it stands with: any page may meet it. */
export function refusalTexts(language: string): Groups {
  const all = [...folders.keys()].map((namespace) => errorsOf(textsIn(namespace, language)))
  return keptTexts({ errors: Object.assign({}, ...all) })
}

const inOwnName = /\buseTexts\('([\w-]+)'\)|\bhasText\([^)]*,\s*'([\w-]+)'\)/g
/** A key with its namespace; what has a third part, such as the turn of a process, is none. */
const withItsName = /['"`]([a-z][\w-]*):([\w-]+(?![\w:-])|\$\{)/g

const permissions: ReadonlySet<string> = new Set(permissionNames)

/** Whether `name:group…` is the key of a text that the browser has, and not, say, a permission. */
const isKey = (name: string, group: string) =>
  folders.has(name) && !permissions.has(`${name}:${group}`) && (group === '${' || group in webTexts(name, 'fi'))

const comment = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm

function namespacesIn(code: string): string[] {
  const text = code.replace(comment, '')
  const named = [...text.matchAll(inOwnName)].map((match) => match[1] ?? match[2]!)
  const begun = [...text.matchAll(withItsName)].flatMap(([, name = '', group = '']) =>
    isKey(name, group) ? [name] : [],
  )
  return [...named.filter((name) => folders.has(name)), ...begun]
}

/** The namespaces that a module and all that arrives with it draw from, in order. */
export function namespacesOf(file: string): string[] {
  const found = [...filesLoadedWith(file).values()].flatMap(namespacesIn)
  return [...new Set(found)].sort()
}
