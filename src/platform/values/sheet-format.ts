import { OneOf } from '#platform/contract/contract.ts'

/** The kinds of file in which a list can be taken along. */
export const sheetFormats = ['csv', 'xlsx'] as const
export const SheetFormat = OneOf(sheetFormats)
export type SheetFormat = (typeof sheetFormats)[number]
