import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import type { EndpointSpec } from '#platform/contract/contract.ts'
import { type SourceFile, sourceFiles, withoutWing } from '#testing/sources/source-imports.ts'
import { walks } from '../../../../e2e/form-walk/forms.ts'
import { savedElsewhere } from '../../../../e2e/form-walk/saved-elsewhere.ts'
import { firstAdmin, states } from '../../../../e2e/form-walk/states.ts'

/** Forms whose call is not written at the form, by what stands there instead. */
const indirect: Readonly<Record<string, readonly string[]>> = {
  '{...companyForm(company)}': ['PUT /api/companies/:id'],
  'lateMoney[asked]': ['POST /api/bookkeeping/late/:id/bill', 'POST /api/bookkeeping/late/:id/waive'],
  'granted ? roles.grantPermission : roles.revokePermission': ['POST /api/roles/:roleId/permissions/:permissionId'],
}

/** The call that a form names: its object is imported by the file itself. */
async function callOf({ file, text }: SourceFile, name: string): Promise<string> {
  const [object = '', call = ''] = name.split('.')
  const from = new RegExp(`import \\{[^}]*\\b${object}\\b[^}]*\\} from '([^']+)'`).exec(text)?.[1]
  if (!from) throw new Error(`${file}: ${object} is imported from nowhere`)
  const target = from.startsWith('#')
    ? `../../../${from.slice(1)}`
    : `../../../${path.posix.join(path.posix.dirname(file), from)}`
  const module = (await import(/* @vite-ignore */ target)) as Record<string, Record<string, EndpointSpec>>
  const { method, path: address } = module[object]![call]!
  return `${method} ${address}`
}

/** Every `Form` of the screens with its file and the call that it makes; one of a step has it once for all steps. */
async function formsOfScreens(): Promise<string[]> {
  const found: string[] = []
  for (const source of sourceFiles().filter(({ file }) => file.startsWith('features/') && file.endsWith('.tsx')))
    for (const [, props = ''] of source.text.matchAll(/<Form\b([\s\S]*?)(?:\n\s*>|>\n)/g)) {
      const written = /endpoint=\{([^}]*)\}/.exec(props)?.[1] ?? /\{\.\.\.\w+\(\w+\)\}/.exec(props)?.[0] ?? ''
      const calls = indirect[written] ?? [await callOf(source, written)]
      found.push(...calls.map((call) => `${withoutWing(source.file)} ${call}`))
    }
  return [...new Set(found)].sort()
}

const ofStates = [...states.flatMap((state) => state.walks), firstAdmin(() => '')]
const walked = [...walks, ...ofStates].map(({ form, saves }) => `${form} ${saves}`)

it('every form of the product is opened and saved in a browser, by a walk or by a journey that is there', async () => {
  const held = [...walked, ...Object.values(savedElsewhere).flat()]
  expect([...new Set(held)].sort()).toEqual(await formsOfScreens())
  const journeys = Object.keys(savedElsewhere).map((name) => path.resolve(import.meta.dirname, '../../../../e2e', name))
  expect(journeys.filter((file) => !existsSync(file))).toEqual([])
})
