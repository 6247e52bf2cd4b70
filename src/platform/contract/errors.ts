/**
 * Every error code that travels, with its HTTP status and its English sentence. Where the specification prints a
 * server message, the sentence is that message word for word. Screens show their own text for the code.
 */
export const errorTable = {
  VALIDATION: [400, 'Invalid request. Please check your input and try again.'],
  EMAIL_OR_PASSWORD_MISSING: [400, 'Email or password is missing'],
  NO_PASSWORD_SET: [400, 'NO_PASSWORD_SET'],
  PHONE_NUMBER_REQUIRED: [400, 'Phone number is required'],
  PHONE_NUMBER_UNSUPPORTED: [400, 'Unsupported phone number format'],
  CODE_WRONG: [400, 'Verification failed. Please try again.'],
  CODE_EXPIRED: [400, 'The code has expired. Ask for a new one.'],
  TOKEN_NOT_VALID: [400, 'The link has expired or has been used.'],
  PASSWORD_TOO_WEAK: [400, 'The password is too easy to guess.'],
  BUSINESS_ID_INVALID: [400, 'The business ID is not valid.'],
  LEASING_CONFIGURATION_INVALID: [400, 'The leasing configuration is invalid. Please contact support.'],
  LEASING_TERMS_NOT_COMPUTABLE: [400, 'The leasing terms cannot be computed. Please contact support.'],
  LEASING_CAMPAIGN_PERIOD_TOO_SHORT: [400, 'The leasing period is too short for the campaign discount.'],
  LEASING_PERIOD_BELOW_MINIMUM: [400, 'The leasing period is below the minimum duration.'],
  PRICE_OVER_LIMIT: [400, 'The price is over the limit.'],
  COMPANY_WITHOUT_GROUP: [400, 'The company does not belong to a group.'],
  PAYMENT_SIGNATURE_WRONG: [400, 'The payment service’s message could not be verified.'],
  FILE_NOT_ACCEPTED: [400, 'The file cannot be accepted.'],
  TAX_TABLE_INVALID: [400, 'The tax table is not consistent.'],
  UNAUTHENTICATED: [401, 'Unauthorized'],
  SESSION_EXPIRED: [401, 'The session has expired'],
  PASSWORD_INCORRECT: [401, 'Password is incorrect'],
  FORBIDDEN: [403, 'Access denied'],
  USER_DEACTIVATED: [403, 'User account is deactivated'],
  ORIGIN_NOT_ALLOWED: [403, 'The request came from another site'],
  CSRF_TOKEN_WRONG: [403, 'The page was out of date. Reload it and try again.'],
  ORDER_STEP_NOT_PERMITTED: [403, 'You may not take this step'],
  BROKERAGE_STEP_NOT_PERMITTED: [403, 'You may not do this with the offer'],
  CLAIM_STEP_NOT_PERMITTED: [403, 'You may not take this step of the claim'],
  ABSENCE_PLAN_STEP_NOT_PERMITTED: [403, 'You may not do this'],
  RETURN_STEP_NOT_PERMITTED: [403, 'You may not take this step of the return'],
  REDEMPTION_STEP_NOT_PERMITTED: [403, 'You may not take this step of the buy-out'],
  ROLE_ABOVE_OWN_TIER: [403, 'A role above your own cannot be granted'],
  NOT_FOR_ONESELF: [403, 'Somebody else has to do this for you'],
  PASSWORD_CHECK_FAILED: [403, 'The password did not match'],
  STEP_UP_REQUIRED: [403, 'Prove yourself again before you change this'],
  NOT_FOUND: [404, 'The requested resource was not found'],
  METHOD_NOT_ALLOWED: [405, 'The method is not allowed here'],
  VERSION_CONFLICT: [409, 'Somebody else has changed this in the meantime'],
  PAGE_OF_ANOTHER_USER: [409, 'Another user has signed in with this browser. Nothing was saved.'],
  IDEMPOTENCY_KEY_IN_FLIGHT: [409, 'The same request is still being handled'],
  ORDER_STEP_NOT_ALLOWED: [409, 'The order cannot take this step now'],
  ORDER_CANCELLATION_REQUIRED: [409, 'The order can only be cancelled through an order cancellation'],
  ORDER_CANCELLATION_EXISTS: [409, 'The order’s cancellation is already open'],
  ORDER_CANCELLATION_OPEN_ITEMS: [409, 'The order cancellation still has open items'],
  ORDER_CANCELLATION_STEP_NOT_ALLOWED: [409, 'The order cancellation cannot take this step now'],
  CANCELLATION_REQUEST_EXISTS: [409, 'The cancellation has been asked for already'],
  CANCELLATION_REQUEST_NOT_ALLOWED: [409, 'The cancellation cannot be asked for or decided now'],
  DECISION_NOT_ALLOWED: [409, 'The application has been decided already'],
  UNDO_NOT_ALLOWED: [409, 'This can no longer be undone'],
  SIGNING_NOT_ALLOWED: [409, 'The agreement cannot be signed now'],
  SIGNING_CLOSED: [409, 'Signing is closed for 72 hours after a change to the sign-in details'],
  SIGNING_PROOF_NEEDED: [409, 'Verify a phone number or a private address before you sign'],
  SIGNER_CHANGED_IDENTITY: [409, 'You have changed the other party’s sign-in, so somebody else has to sign'],
  DELIVERY_NOT_ALLOWED: [409, 'The hand-over cannot be reported now'],
  FRAME_NUMBER_EXISTS: [409, 'The frame number is on another running lease'],
  E_INVOICE_NOT_ACCEPTED: [400, 'The e-invoice could not be taken in'],
  E_INVOICE_REPEATED: [409, 'This seller’s invoice of this number has already been taken in'],
  E_INVOICE_NOT_SENDABLE: [409, 'The invoice cannot be sent as an e-invoice now'],
  E_INVOICE_DECIDED: [409, 'The e-invoice has already been handled'],
  E_INVOICE_ORDER_HAS_INVOICE: [
    409,
    'The order already has an invoice to pay. Confirm that this one is entered beside it',
  ],
  E_INVOICE_OTHER_STORE: [409, 'The order belongs to another store'],
  BANK_FILE_NOT_ACCEPTED: [400, 'The file could not be taken in'],
  BANK_FILE_REPEATED: [409, 'The same file has already been taken in'],
  LESSOR_FILE_NOT_ACCEPTED: [400, 'The leasing company’s file could not be taken in'],
  LESSOR_FILE_EMPTY: [409, 'The leasing company has been told everything already'],
  LESSOR_DIFFERENCE_NOT_OPEN: [409, 'The difference has already been handled'],
  BANK_STATEMENT_FITS: [409, 'The statement fits already'],
  BANK_DOUBT_DECIDED: [409, 'Somebody has already decided about it'],
  INTAKE_NOT_READ: [409, 'It still cannot be read, so it cannot be taken in'],
  BANK_DOUBT_NOT_READ: [409, 'It could not be read as a transaction, so it cannot be taken in'],
  BANK_ENTRY_NOT_OPEN: [409, 'The transaction has already been handled'],
  BANK_ITEM_UNFIT: [409, 'A fee is paid by us, and a rounding is at most one euro. Choose another reason.'],
  BANK_ENTRY_OPEN: [409, 'The transaction is already open'],
  BANK_PARTS_DIFFER: [409, 'The parts do not add up to the transaction'],
  PAYMENT_ORDER_STEP_NOT_ALLOWED: [409, 'The payment cannot take this step now'],
  ACCOUNT_NOT_APPROVED: [409, 'An admin of the payer’s company has not approved the account yet'],
  NOTHING_TO_PAY: [409, 'No payment is waiting to be sent'],
  PAYMENT_FILE_NOT_RELEASABLE: [409, 'The payment file cannot be released now'],
  INVOICE_STEP_NOT_ALLOWED: [409, 'The invoice cannot take this step now'],
  INVOICE_NOT_PAYABLE: [409, 'The invoice cannot be paid as it stands'],
  INVOICE_NOT_CREDITABLE: [409, 'There is nothing left to credit on the invoice'],
  PAYMENT_NOT_REVERSIBLE: [409, 'The payment has been reversed already'],
  BILLING_RUN_EXISTS: [409, 'The month has been billed or is being billed'],
  EMPLOYER_TERMS_MISSING: [409, 'The employer first accepts the terms of the service and of data processing'],
  COMPANY_NOT_READY: [409, 'The company still lacks something before its first order'],
  BILLING_RUN_NOT_READY: [409, 'The billing run cannot be approved now'],
  PERIOD_NOT_OVER: [409, 'The month is not over, so its books cannot be closed'],
  LATE_COST_NOT_ALLOWED: [409, 'There is no such cost of lateness to decide about now'],
  REFERENCE_RATE_MISSING: [409, 'The reference rate of a half-year is missing'],
  PERIOD_CLOSED: [409, 'The books of the month are closed already'],
  PERIOD_NOT_CLOSED: [409, 'The books of the month are not closed'],
  PERIOD_OUT_OF_ORDER: [
    409,
    'Months are closed from the first to the last, and opened again from the last to the first',
  ],
  PERIOD_FILED: [409, 'The return of the month has been filed, so its books stay closed'],
  PAYMENT_NOT_ALLOWED: [409, 'The invoice cannot be paid now'],
  INVOICE_DIFFERENCE_NEEDS_REASON: [409, 'The sum differs from the order; a reason is needed'],
  PAYROLL_MONTH_LOCKED: [409, 'The payroll month is locked'],
  PAYROLL_MONTH_NOT_ALLOWED: [409, 'The payroll month cannot be locked yet'],
  PAYROLL_CHECKS_OPEN: [
    409,
    'The month has rows that are not settled. Settle them or confirm that they are locked as provisional',
  ],
  DEDUCTION_NOT_ALLOWED: [409, 'The bill cannot be withheld from pay like this'],
  PAYROLL_COLLECTION_NOT_ALLOWED: [409, 'The person does not pay this month outside payroll, or it has not begun'],
  PAYROLL_PAYER_NOT_ALLOWED: [409, 'The month is not one after the last working day of a running lease'],
  GROUP_COMPANY_EXISTS_ERROR: [409, 'The company exists already'],
  EMAIL_EXISTS: [409, 'The e-mail address is in use'],
  INVITATION_EXISTS: [409, 'The person has been invited already'],
  COPY_BEING_MADE: [409, 'The copy is already being put together'],
  COPY_OWN_ORDER: [409, 'The person signs in and orders the copy on their own page'],
  NOTHING_KNOWN_OF: [409, 'The service knows nothing of the address'],
  REQUEST_OPEN: [409, 'A request of this kind is open already'],
  CHANNEL_NOT_SET: [409, 'No gateway is set up for this message'],
  REQUEST_CLOSED: [409, 'The request has been answered already'],
  REQUEST_EXTENDED: [409, 'The time has been extended once already'],
  REQUEST_OWN: [403, 'A colleague answers your own request'],
  REQUEST_BY_PERSON: [409, 'The person signs in and asks on their own page'],
  REQUEST_NOT_ERASURE: [409, 'The request does not ask for erasure'],
  ERASURE_IS_PROPOSED: [409, 'An erasure is proposed, and a second member of staff confirms it'],
  INVITATIONS_USED_UP: [
    409,
    'The company’s invitations of today are used up. Go on tomorrow, or share the link for joining.',
  ],
  PERSON_INVITED: [409, 'The person has not accepted the invitation yet'],
  EMPLOYEE_EXISTS: [409, 'The person is already an employee of the company'],
  NAME_EXISTS: [409, 'The name is in use'],
  FILE_EXISTS: [409, 'The document already has a file, which cannot be replaced.'],
  BOND_IN_USE: [409, 'An order or a lease with the company is still under way'],
  IN_USE_NOT_ALLOWED: [409, 'It is in use and cannot be removed'],
  VAT_RATE_IN_MONTHS: [
    409,
    'Months have already been billed or locked at the present rate, so it cannot be removed, changed or replaced in them. Add a new rate from a later day.',
  ],
  ROLE_PROTECTED_NOT_ALLOWED: [409, 'This role cannot be changed in that way'],
  PERMISSION_GUARDED: [
    409,
    'Health data, deciding, signing and money stay with the roles that hold them at first; no other role can be given them',
  ],
  PROPOSAL_EXISTS: [409, 'Another change of the same thing is already waiting for a second person'],
  REMINDED_LATELY: [409, 'A message about this went out less than a day ago. Remind again tomorrow.'],
  NOT_TO_ESCALATE: [
    409,
    'This can be brought to somebody else when we are late, or after two reminders without an answer.',
  ],
  ALREADY_ESCALATED: [409, 'This has already been brought to somebody else.'],
  NOBODY_TO_REMIND: [409, 'Nobody can be reminded of this by message: get in touch in another way.'],
  PROPOSAL_NOT_ALLOWED: [409, 'The proposal cannot be answered like this now'],
  PERMISSION_SCOPE_NOT_ALLOWED: [409, 'The permission does not fit a role of this kind'],
  LAST_SUPER_ADMIN_NOT_ALLOWED: [409, 'The last super admin has to stay'],
  FAILED_TO_ADD_UNIT_TO_COMPANY: [409, 'Failed to add company unit'],
  FAILED_TO_ADD_COMPANY_UNIT: [409, 'Failed to add company unit'],
  FAILED_TO_UPDATE_COMPANY_UNIT: [409, 'Failed to update company unit'],
  FAILED_TO_DELETE_COMPANY_UNIT: [409, 'Failed to delete company unit'],
  AGREEMENT_CHOICE_NEEDED: [409, 'The person has several agreements: choose the one you mean'],
  BROKERAGE_EXISTS: [409, 'The bike is on offer or drafted already'],
  BROKERAGE_EMPLOYMENT_CHOICE_NEEDED: [409, 'You have several employments: choose as whose employee you take the bike'],
  BROKERAGE_PHOTOS_FULL: [409, 'The offer has six photos already'],
  BROKERAGE_STEP_NOT_ALLOWED: [409, 'The offer cannot take this step now'],
  CLAIM_AGREEMENT_CHOICE_NEEDED: [409, 'The person has several bikes on lease: choose which one it is about'],
  CLAIM_EXISTS: [409, 'A claim of this kind is already open for the bike'],
  CLAIM_PHOTOS_FULL: [409, 'The claim has ten photos already'],
  CLAIM_STEP_NOT_ALLOWED: [409, 'The claim cannot take this step now'],
  REDEMPTION_STEP_NOT_ALLOWED: [409, 'The buy-out cannot take this step now'],
  COUNTER_PRICE_REFUSED: [409, 'The buyer cannot take the bike at this price. The limit stands on the buyer’s phone'],
  RETURN_STEP_NOT_ALLOWED: [409, 'This step of the return cannot be taken now'],
  BIKE_NOT_KEPT: [
    409,
    'The bike cannot be kept so: the month is past or outside the lease, the bike is kept already, or an absence plan is open',
  ],
  BIKE_NOT_RELEASED: [
    409,
    'The bike cannot be given back so: the company does not keep it, or its first month has begun',
  ],
  REDEMPTION_PAYMENT_EXISTS: [409, 'The buy-out has a payment already'],
  LEASE_CHANGE_NOT_ALLOWED: [409, 'The lease cannot be changed like this now'],
  EXEMPTION_AT_RISK: [409, 'The change may end a tax exemption. Confirm it by typing the agreement’s number'],
  ACCESSORIES_AFTER_DELIVERY: [
    409,
    'The bike has been delivered. The agreement’s price and term stand, so no accessory can be added to the lease',
  ],
  ABSENCE_PLAN_EXISTS: [409, 'The agreement already has an absence plan'],
  ABSENCE_PLAN_STEP_NOT_ALLOWED: [409, 'The plan cannot take this step now'],
  COMPANY_EXIT_EXISTS: [409, 'The company has been marked as leaving already'],
  COMPANY_EXIT_NOT_ALLOWED: [409, 'This cannot be done with the leaving company now'],
  AGREEMENT_ENDING_EXISTS: [409, 'Another way of ending this agreement is already open'],
  CLAIM_OPEN: [409, 'An insurance claim of the bike is open. Wait until it is settled.'],
  SERVICE_NOT_IN_TERMS: [409, 'The terms of this lease include no service'],
  SERVICE_NOT_NOW: [409, 'The service of this bike cannot be used now'],
  SERVICE_VOUCHER_EXISTS: [409, 'A service voucher is already open for the bike'],
  SERVICE_VOUCHER_NOT_VALID: [409, 'The service voucher has been used, has run out or has been taken back'],
  SERVICE_VOUCHER_TAKEN: [409, 'Another store has taken this service voucher. The customer can make a new one'],
  SERVICE_OVER_BALANCE: [409, 'The sum is more than what is left of the service. Invoice the rest to the customer'],
  REDEMPTION_UNDER_WAY: [409, 'The bike has been paid for and goes to the buyer.'],
  BILLING_TABLE_EXISTS: [409, 'Another billing table is valid on the same days'],
  VAT_RATE_EXISTS: [409, 'There is a rate for the country from the same day'],
  TAX_TABLE_EXISTS: [409, 'There is a table for the year already'],
  BODY_TOO_LARGE: [413, 'The request is too large'],
  CONTENT_TYPE_NOT_SUPPORTED: [415, 'The content type is not supported'],
  LETTERS_NOT_PRINTABLE: [422, 'A name has letters that documents cannot show. Write it in other letters.'],
  IDEMPOTENCY_KEY_REUSED: [422, 'This request has already been handled as another. Reload the page.'],
  TOO_MANY_REQUESTS: [429, 'Too many requests. Please try again later.'],
  FILE_CHANGED: [500, 'The file is not the one that was kept. Please contact support.'],
  INTERNAL: [500, 'A server error occurred. Please try again later'],
  MAINTENANCE: [503, 'The service is closed for maintenance'],
  SERVICE_UNAVAILABLE: [503, 'Service temporarily unavailable. Please try again later.'],
} as const satisfies Record<string, readonly [number, string]>

export type ErrorCode = keyof typeof errorTable

/** What may stand wrong with one field: a code that every language has a text for. */
export interface FieldError {
  readonly path: string
  readonly code: string
  readonly message: string
  /** What the value has to keep to: a number, or a day as `YYYY-MM-DD`; it stands in the text of the code. */
  readonly limit?: number | string
}

/** The error body of every failed call. */
export interface ErrorBody {
  code: ErrorCode
  message: string
  requestId: string
  fields?: FieldError[]
  details?: unknown
  requiresPhoneNumber?: boolean
  userId?: string
}

interface ErrorExtras {
  readonly fields?: FieldError[]
  readonly details?: unknown
  readonly retryAfterSeconds?: number
  /** Keys that the specification wants at the top level of the body; `message` where it prints a sentence for the call. */
  readonly body?: { message?: string; requiresPhoneNumber?: boolean; userId?: string }
  readonly cause?: unknown
}

/** A refusal with a stable code; anything else that is thrown is answered as a bare INTERNAL. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly extras: ErrorExtras

  constructor(code: ErrorCode, extras: ErrorExtras = {}) {
    super(errorTable[code][1], extras.cause === undefined ? undefined : { cause: extras.cause })
    this.name = 'AppError'
    this.code = code
    this.extras = extras
  }

  get status(): number {
    return errorTable[this.code][0]
  }
}

/** Throws a refusal; made for `?? fail('NOT_FOUND')`. */
export function fail(code: ErrorCode, extras?: ErrorExtras): never {
  throw new AppError(code, extras)
}

type FieldText = `${string}:fieldErrors.${string}`

/**
 * A field error with a feature's own sentence, such as `returns:fieldErrors.MORE_THAN_RECORDED`: the code is the key's last word,
 * and the answer carries the sentence in the caller's language.
 */
export function fieldText(path: string, key: FieldText): FieldError {
  return { path, code: key.slice(key.lastIndexOf('.') + 1), message: key }
}

/** Throws VALIDATION at one field with a feature's own sentence. */
export function failFieldText(path: string, key: FieldText): never {
  throw new AppError('VALIDATION', { fields: [fieldText(path, key)] })
}

/** Throws VALIDATION at one field with a code that the platform has a text for; the message is for developers. */
export function failField(path: string, code: string, message: string, limit?: number | string): never {
  throw new AppError('VALIDATION', { fields: [{ path, code, message, ...(limit === undefined ? {} : { limit }) }] })
}
