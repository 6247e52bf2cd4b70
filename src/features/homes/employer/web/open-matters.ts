import { absencePlans } from '#features/lease-ends/absence-plans/contract.ts'
import { brokerage } from '#features/lease-ends/brokerage/contract.ts'
import { insuranceClaims } from '#features/lease-ends/insurance-claims/contract.ts'
import { redemptions } from '#features/lease-ends/redemptions/contract.ts'
import { returns } from '#features/lease-ends/returns/contract.ts'
import { pages, pageUrl } from '#platform/contract/pages.ts'
import { useApi } from '#platform/web/api/api.ts'
import { useMay } from '#platform/web/api/user.ts'
import { formatDayIn } from '#platform/web/words/formats.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'

/** Something that goes on with a bicycle, as one line. */
export interface OpenMatter {
  readonly id: string
  readonly name: string
  readonly what: string
  readonly waitsFor: string
  readonly isOurs: boolean
  readonly link: string
}

/** The register of a kind of matter with a page of what is open in it; undefined rows are still on their way. */
export interface Matters {
  readonly to: string
  /** What awaits the employer stands first, as the server has put it. */
  readonly rows: readonly OpenMatter[] | undefined
  readonly total: number
}

/** So many rows stand on a page of a kind. */
export const PAGE_ROWS = 10

function useRedemptions(page: number): Matters {
  const t = useTexts('redemptions')
  const query = { status: 'PENDING', page, limit: PAGE_ROWS } as const
  const { data } = useApi(redemptions.list, { query })
  const rows = data?.items.map((row) => ({
    id: row.id,
    name: row.employeeName,
    what: t(`states.${row.step}`),
    waitsFor: row.waitingFor.map((who) => t(`awaited.${who}`)).join(', '),
    isOurs: row.waitingFor.includes('EMPLOYER'),
    link: pageUrl('employerRedemptions', {}, { open: row.id }),
  }))
  return { to: pages.employerRedemptions, rows, total: data?.totalCount ?? 0 }
}

function useClaims(page: number): Matters {
  const t = useTexts('insurance-claims')
  const { data } = useApi(insuranceClaims.list, { query: { open: true, page, limit: PAGE_ROWS } })
  const rows = data?.items.map((row) => ({
    id: row.insuranceId,
    name: row.employeeName,
    what: t(`states.${row.step}`),
    waitsFor: row.waitingFor.map((who) => t(`awaited.${who}`)).join(', '),
    isOurs: false,
    link: pageUrl('employerClaims', {}, { open: row.insuranceId }),
  }))
  return { to: pages.employerClaims, rows, total: data?.total ?? 0 }
}

function useReturns(page: number): Matters {
  const t = useTexts('returns')
  const { data } = useApi(returns.list, { query: { open: true, page, limit: PAGE_ROWS } })
  const rows = data?.items.map((row) => ({
    id: row.id,
    name: row.employeeName,
    what: t(`states.${row.step}`),
    waitsFor: row.waitingFor.map((who) => t(`awaited.${who}`)).join(', '),
    isOurs: row.waitingFor.includes('EMPLOYER'),
    link: pageUrl('employerReturns', {}, { open: row.id }),
  }))
  return { to: pages.employerReturns, rows, total: data?.totalCount ?? 0 }
}

function useAbsences(page: number): Matters {
  const t = useTexts('absence-plans')
  const own = useTexts('employees')
  const language = useLanguage()
  const { data } = useApi(absencePlans.list, { query: { open: true, page, limit: PAGE_ROWS } })
  const rows = data?.items.map((row) => ({
    id: row.id,
    name: row.employeeName,
    what: own('matters.until', {
      from: formatDayIn(row.fromDay, language),
      to: formatDayIn(row.toDay, language),
    }),
    waitsFor: row.waitingFor.map((who) => t(`awaited.${who}`)).join(', '),
    isOurs: row.waitingFor.includes('EMPLOYER'),
    link: pageUrl('employerAbsences', {}, { open: row.id }),
  }))
  return { to: pages.employerAbsences, rows, total: data?.total ?? 0 }
}

function useTransfers(page: number): Matters {
  const t = useTexts('brokerage')
  const { data } = useApi(brokerage.cases, { query: { open: true, page, limit: PAGE_ROWS } })
  const rows = data?.items.map((row) => ({
    id: row.bikeBrokerageId,
    name: [row.sellerName, row.takerName].filter(Boolean).join(' → ') || row.bike,
    what: t(`states.${row.step}`),
    waitsFor: row.waitingFor.map((who) => t(`awaited.${who}`)).join(', '),
    isOurs: row.waitingFor.some((who) => who === 'SELLER_EMPLOYER' || who === 'TAKER_EMPLOYER'),
    link: pageUrl('employerTransfers', {}, { open: row.bikeBrokerageId }),
  }))
  return { to: pages.employerTransfers, rows, total: data?.totalCount ?? 0 }
}

const sources = [
  { kind: 'redemptions', permission: 'redemption:read', useMatters: useRedemptions },
  { kind: 'claims', permission: 'insurance-claim:read', useMatters: useClaims },
  { kind: 'returns', permission: 'return:read', useMatters: useReturns },
  { kind: 'absences', permission: 'absence-plan:read', useMatters: useAbsences },
  { kind: 'transfers', permission: 'brokerage:accept-transfer', useMatters: useTransfers },
] as const

export type MatterKind = (typeof sources)[number]['kind']

/** The kinds of matters that the reader may see, each with the hook that finds what is open. */
export function useMatterSources() {
  const may = useMay()
  return sources.filter(({ permission }) => may(permission))
}
