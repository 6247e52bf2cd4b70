/**
 * Where files come from, beside the bank, whose own life they have (`banking`); the last are texts that were stored before
 * texts had one form.
 */
export const intakeSources = [
  'E_INVOICE',
  'STORES',
  'MUNICIPALITIES',
  'LEGACY_ORDERS',
  'LESSOR',
  'STORED_TEXTS',
] as const
export type IntakeSource = (typeof intakeSources)[number]

/** Of these, those whose lines can be put aside; a yearly table is taken whole or not at all. */
export type AsideSource = Exclude<IntakeSource, 'MUNICIPALITIES'>

/** Why something was put aside. */
export const intakeReasons = [
  'TWO_READINGS',
  'WRONG_AMOUNT',
  'WRONG_DAY',
  'INCOMPLETE',
  'OTHER_CURRENCY',
  'OTHER_BUYER',
  'BUYER_UNCLEAR',
  'NO_INVOICE',
  'NUMBER_KNOWN',
  'LINE_PROBLEM',
  'TEXT_TAKEN',
] as const
export type IntakeReason = (typeof intakeReasons)[number]

export const intakeStates = ['OPEN', 'TAKEN', 'DISMISSED'] as const
export type IntakeState = (typeof intakeStates)[number]
