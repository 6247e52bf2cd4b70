import type { CompanyChange } from './shapes.ts'

/** What a company's own people may change by themselves; the rest is agreed with the service. */
const ownFields: ReadonlySet<keyof CompanyChange> = new Set([
  'address',
  'contact',
  'language',
  'twoFactor',
  'exemptAllocation',
  'payrollDay',
  'payTypeCodes',
  'exportProfile',
  'signerUserIds',
  'policy',
  'version',
] as const)

/**
 * The fields of a change that only the service's staff may change. A field that is sent unchanged does not count, so
 * that a screen may send the whole form.
 */
export function staffOnlyChanges(change: CompanyChange, current: Partial<CompanyChange>): string[] {
  return (Object.keys(change) as (keyof CompanyChange)[]).filter(
    (name) => !ownFields.has(name) && change[name] !== undefined && change[name] !== current[name],
  )
}
