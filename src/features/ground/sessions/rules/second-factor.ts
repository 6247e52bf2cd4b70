/** What decides about the second factor of one account. */
export interface FactorFacts {
  /** One entry for each role assignment; `twoFactor` lists the settings of the companies that it reaches. */
  readonly assignments: readonly {
    readonly scopeKind: 'ALL' | 'GROUP' | 'COMPANY' | 'SELF'
    readonly twoFactor: readonly ('NONE' | 'EMPLOYER_ROLES' | 'EVERYONE')[]
  }[]
  readonly hasTotp: boolean
  readonly phoneNumber: string | null
  /** The person asked for a code by SMS themselves. */
  readonly choseSms?: boolean
}

export type FactorMethod = 'TOTP' | 'SMS'

export type FactorDecision =
  | { readonly kind: 'NONE' }
  /** A code is wanted; the first method is the one offered at once. */
  | { readonly kind: 'CODE'; readonly methods: readonly FactorMethod[] }
  /** An administrator sets up an authenticator app before the first code. */
  | { readonly kind: 'ENROL_TOTP' }
  | { readonly kind: 'PHONE_NEEDED' }

/** Whether a role reaches every company, which only an authenticator app may protect. */
export const isAdminTier = (facts: Pick<FactorFacts, 'assignments'>) =>
  facts.assignments.some((assignment) => assignment.scopeKind === 'ALL')

/** Whether a company of the account wants a second factor from it. */
export function isCodeWanted(facts: Pick<FactorFacts, 'assignments'>): boolean {
  return facts.assignments.some(
    ({ scopeKind, twoFactor }) =>
      twoFactor.includes('EVERYONE') || (scopeKind !== 'SELF' && twoFactor.includes('EMPLOYER_ROLES')),
  )
}

/**
 * Which second factor follows the right password. Administrators always use an authenticator app; whoever has set one
 * up is asked for it and never for an SMS instead, whose number somebody else may have proposed; the rest follow their companies' settings (NONE, EMPLOYER_ROLES, EVERYONE).
 */
export function secondFactorOf(facts: FactorFacts): FactorDecision {
  if (isAdminTier(facts)) return facts.hasTotp ? { kind: 'CODE', methods: ['TOTP'] } : { kind: 'ENROL_TOTP' }
  if (facts.hasTotp) return { kind: 'CODE', methods: ['TOTP'] }
  if (!isCodeWanted(facts) && !(facts.choseSms && facts.phoneNumber)) return { kind: 'NONE' }
  return facts.phoneNumber ? { kind: 'CODE', methods: ['SMS'] } : { kind: 'PHONE_NEEDED' }
}

/** The end of a phone number, enough for its owner to know it: `…567`. */
export const phoneHint = (phoneNumber: string) => `…${phoneNumber.slice(-3)}`
