import { exportProfileNames, exportSources } from '#features/payroll/reporting/rules/export-profile.ts'
import { endOfLeaseDefaults, excessPolicies } from '#features/pricing/leasing/rules/price-limit.ts'
import { benefitModels } from '#features/pricing/tax/rules/benefit-models.ts'
import {
  EurosFromZero,
  Id,
  Instant,
  Language,
  Name,
  Nullable,
  OneOf,
  Percent,
  PersonName,
  Shape,
  T,
  Version,
} from '#platform/contract/contract.ts'
import { dateFormats, decimalSigns, encodings, quoteModes, separators } from '#platform/values/csv-form.ts'

export const twoFactorModes = ['NONE', 'EMPLOYER_ROLES', 'EVERYONE'] as const
export const exemptAllocations = ['MONTHLY', 'YEARLY'] as const

const Line = T.String({ minLength: 1, maxLength: 120 })
const Country = T.String({ pattern: '^[A-Z]{2}$' })
/** A price limit: more than nothing. */
export const PriceLimit = T.Number({ minimum: 0.01, maximum: 100_000, multipleOf: 0.01 })

/** The policy's text in a language; where there is none, everybody reads `body`. */
const Translations = Shape({
  fi: T.Optional(Nullable(T.String({ maxLength: 20_000 }))),
  sv: T.Optional(Nullable(T.String({ maxLength: 20_000 }))),
  en: T.Optional(Nullable(T.String({ maxLength: 20_000 }))),
})

/** Who pays the deductible of a damage, and what a compensation leaves unpaid of the lease. */
export const claimPayers = ['EMPLOYEE', 'EMPLOYER'] as const

export const PolicyFields = Shape({
  maxPrice: T.Optional(Nullable(PriceLimit)),
  excess: T.Optional(OneOf(excessPolicies)),
  claimPayer: T.Optional(OneOf(claimPayers)),
  orderCount: T.Optional(T.Integer({ minimum: 0, maximum: 10 })),
  requiresTrialOver: T.Optional(T.Boolean()),
  allowsLeaveBeforeEnd: T.Optional(T.Boolean()),
  allowsReturn: T.Optional(T.Boolean()),
  allowsBrokerage: T.Optional(T.Boolean()),
  endOfLeaseDefault: T.Optional(OneOf(endOfLeaseDefaults)),
  benefitModel: T.Optional(OneOf(benefitModels)),
  homeDelivery: T.Optional(T.Boolean()),
  body: T.Optional(T.String({ maxLength: 20_000 })),
  translations: T.Optional(Translations),
})
export type PolicyFields = T.Static<typeof PolicyFields>

/** One version of a company's policy; `version` is its number, for the next change to be based upon. */
export const BikePolicy = Shape({
  bikePolicyId: Id,
  companyId: Id,
  version: Version,
  maxPrice: Nullable(PriceLimit),
  /** Who pays what a package costs over the limit. */
  excess: OneOf(excessPolicies),
  /** Who pays what the insurance leaves of a damage. */
  claimPayer: OneOf(claimPayers),
  orderCount: T.Integer(),
  requiresTrialOver: T.Boolean(),
  allowsLeaveBeforeEnd: T.Boolean(),
  /** Whether people may ask to return a bicycle before the end. */
  allowsReturn: T.Boolean(),
  allowsBrokerage: T.Boolean(),
  /** What becomes of a bicycle that nobody has chosen for by 35 days after the term. */
  endOfLeaseDefault: OneOf(endOfLeaseDefaults),
  benefitModel: OneOf(benefitModels),
  homeDelivery: T.Boolean(),
  body: T.String(),
  translations: Translations,
  createdAt: Instant,
})
export type BikePolicy = T.Static<typeof BikePolicy>

const Address = Shape({
  streetAddress: T.Optional(Nullable(Line)),
  postalCode: T.Optional(Nullable(Line)),
  city: T.Optional(Nullable(Line)),
})

const Contact = Shape({
  name: T.Optional(Nullable(Line)),
  email: T.Optional(Nullable(Line)),
  phone: T.Optional(Nullable(Line)),
})

const PayTypeCode = T.Optional(T.String({ maxLength: 20 }))

/** The company's own pay type codes for the rows of the payroll report. */
const PayTypeCodes = Shape({
  exemptOnTop: PayTypeCode,
  exemptFromPay: PayTypeCode,
  taxable: PayTypeCode,
  collected: PayTypeCode,
  collectedOutside: PayTypeCode,
  grossLowering: PayTypeCode,
  redemption: PayTypeCode,
  billDeduction: PayTypeCode,
})

const ExportText = T.Optional(T.String({ maxLength: 60 }))
/** How the salary rows become a file: a ready profile, or one of the company's own. */
const ExportProfile = Shape({
  profile: T.Optional(OneOf(exportProfileNames)),
  own: T.Optional(
    Shape({
      separator: OneOf(separators),
      quotes: OneOf(quoteModes),
      hasHeader: T.Boolean(),
      dateFormat: OneOf(dateFormats),
      decimalSign: OneOf(decimalSigns),
      encoding: OneOf(encodings),
      quantityDecimals: T.Union([T.Literal(0), T.Literal(2)]),
      columns: T.Array(Shape({ source: OneOf(exportSources), header: ExportText, value: ExportText }), {
        minItems: 1,
        maxItems: 40,
      }),
    }),
  ),
})

/** Every month has it. */
const PayrollDay = T.Integer({ minimum: 1, maximum: 28 })

const optionalFields = {
  vatNumber: T.Optional(Nullable(Line)),
  country: T.Optional(Country),
  language: T.Optional(Language),
  eInvoiceAddress: T.Optional(Nullable(Line)),
  operatorId: T.Optional(Nullable(Line)),
  address: T.Optional(Address),
  contact: T.Optional(Contact),
  groupCompanyId: T.Optional(Nullable(Id)),
  leasingCompanyId: T.Optional(Nullable(Id)),
  maxPrice: T.Optional(PriceLimit),
  vatValue: T.Optional(Nullable(Percent)),
  twoFactor: T.Optional(OneOf(twoFactorModes)),
  exemptAllocation: T.Optional(OneOf(exemptAllocations)),
  extraOperating: T.Optional(EurosFromZero),
  /** The day of the month by which the payroll month before is locked. */
  payrollDay: T.Optional(PayrollDay),
  payTypeCodes: T.Optional(PayTypeCodes),
  exportProfile: T.Optional(ExportProfile),
  policy: T.Optional(PolicyFields),
}

export const NewCompany = Shape({
  name: Name,
  businessId: Line,
  ...optionalFields,
  companyUnits: T.Optional(T.Array(Name, { maxItems: 100, uniqueItems: true })),
})
export type NewCompany = T.Static<typeof NewCompany>

export const CompanyChange = Shape({
  name: T.Optional(Name),
  businessId: T.Optional(Line),
  ...optionalFields,
  signerUserIds: T.Optional(T.Array(Id, { maxItems: 50, uniqueItems: true })),
  active: T.Optional(T.Boolean()),
  version: T.Optional(Version),
})
export type CompanyChange = T.Static<typeof CompanyChange>

const CompanyUnitOfCompany = Shape({ unitId: Id, unitName: T.String(), companyId: Id })

export const Company = Shape({
  companyId: Id,
  companyName: T.String(),
  name: T.String(),
  businessId: T.String(),
  vatNumber: Nullable(T.String()),
  country: Country,
  language: Language,
  eInvoiceAddress: Nullable(T.String()),
  operatorId: Nullable(T.String()),
  address: Shape({
    streetAddress: Nullable(T.String()),
    postalCode: Nullable(T.String()),
    city: Nullable(T.String()),
  }),
  contact: Shape({ name: Nullable(T.String()), email: Nullable(T.String()), phone: Nullable(T.String()) }),
  groupCompanyId: Nullable(Id),
  groupCompanyName: Nullable(T.String()),
  leasingCompanyId: Nullable(Id),
  leasingCompanyName: Nullable(T.String()),
  maxPrice: EurosFromZero,
  vatValue: Nullable(Percent),
  twoFactor: OneOf(twoFactorModes),
  exemptAllocation: OneOf(exemptAllocations),
  extraOperating: EurosFromZero,
  payrollDay: PayrollDay,
  payTypeCodes: PayTypeCodes,
  exportProfile: ExportProfile,
  signerUserIds: T.Array(Id),
  policy: Nullable(BikePolicy),
  companyUnits: T.Array(CompanyUnitOfCompany),
  active: T.Boolean(),
  version: Version,
  createdAt: Instant,
})
export type Company = T.Static<typeof Company>

/** A row of the plain list: ids and names always, the rest where the caller may see more than that. */
export const CompanyInList = Shape({
  companyId: Id,
  companyName: T.String(),
  name: T.Optional(T.String()),
  maxPrice: T.Optional(EurosFromZero),
  businessId: T.Optional(T.String()),
  groupCompanyId: T.Optional(Nullable(Id)),
  leasingCompanyId: T.Optional(Nullable(Id)),
  vatValue: T.Optional(Nullable(Percent)),
  companyUnits: T.Optional(T.Array(CompanyUnitOfCompany)),
  active: T.Optional(T.Boolean()),
  version: T.Optional(Version),
})
export type CompanyInList = T.Static<typeof CompanyInList>

/** A row of the staff's register. */
export const CompanyInRegister = Shape({
  companyId: Id,
  name: T.String(),
  businessId: T.String(),
  city: Nullable(T.String()),
  groupCompanyName: Nullable(T.String()),
  leasingCompanyName: Nullable(T.String()),
  maxPrice: EurosFromZero,
  employeeCount: T.Integer(),
  pendingCount: T.Integer(),
  active: T.Boolean(),
})
export type CompanyInRegister = T.Static<typeof CompanyInRegister>

export const invitedRoles = ['EMPLOYER_ADMIN', 'EMPLOYER_EDITOR', 'EMPLOYER_REPORTING'] as const

export const Invitation = Shape({
  firstName: PersonName,
  lastName: PersonName,
  workEmail: T.String({ format: 'email', maxLength: 254 }),
  role: OneOf(invitedRoles),
  language: T.Optional(Language),
})
export type Invitation = T.Static<typeof Invitation>
