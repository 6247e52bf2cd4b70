import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { companyNamed, exportCompany as write } from '#features/operations/company-export/server/export-company.ts'
import { readConfig } from '#platform/server/runtime/config.ts'
import { StartupError } from '#platform/server/runtime/startup-error.ts'
import { withServices } from './with-database.ts'

/** `export-company COMPANY --to FILE`: what a company that leaves is handed. */
export async function exportCompany(args: string[]): Promise<number> {
  const options = { to: { type: 'string' } } as const
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const [named] = positionals
  if (!named || !values.to) throw new StartupError('Say which company goes where: export-company COMPANY --to FILE.')
  const place = path.resolve(values.to)
  if (existsSync(place)) throw new StartupError(`${place} exists already; an export replaces none.`)
  return withServices(readConfig(process.env), async (services) => {
    const company = await companyNamed(services.database.primary, named)
    if (!company) throw new StartupError(`There is no company with the id or business id ${named}.`)
    const { rows, papers, missing, bytes } = await write(services, company, place)
    for (const id of missing) console.error(`MISSING OR CHANGED file ${id}`)
    console.log(`${place}: ${rows} rows and ${papers} papers of ${company.name}, ${(bytes / 1_000_000).toFixed(1)} MB.`)
    console.log('It is not encrypted: hand it over on a way that nobody else reads, and remove it then.')
    return missing.length === 0 ? 0 : 1
  })
}
