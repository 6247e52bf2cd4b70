import { type RoleName, roleNames } from '#platform/contract/permissions.ts'

/**
 * Which role sees a value in which field of a view, in the letters of the permission catalogue: I internal admin, S super
 * admin, A employer admin, E editor, G group admin, R reporting, B the employee, L the reader of the books. Everybody else gets null, an empty list
 * or no field at all. A field of a contract that no line names fails the test: decide first who may see it.
 */
export const visibleFields = {
  order: {
    ISAEGRB: `orderId orderNumber version orderStatus resumeStatus cancellationAsked companyId companyName beneficiaryEmployeeId
      employee.firstName employee.lastName employee.workEmail employee.employeeNumber employee.unitName
      isOnlineOrder isOrderConfirmed orderPaidDate maxPrice excessPolicy owesExcess policyAcceptedAt insuranceAcceptedAt delivery commitmentDate deliveryDay startDay
      agreement.leasingAgreementId agreement.agreementNumber agreement.version agreement.status agreement.leaseState
      agreement.documentSha256 agreement.employeeSignedAt agreement.employerSignedAt agreement.hasSigner
      agreement.signedDocumentId agreement.leasingCompany agreement.startDay agreement.endDay agreement.endsOn
      waitingFor waitingSince dueDay createdAt`,
    'ISAEG.B': `bikeStore.bikeStoreId bikeStore.storeName bikeStore.phone bikeStore.address bikeStore.openingHours bikeStoreOrderNumber
      bike.brand bike.model bike.kind bike.frameSize bike.colour bike.productLink bike.price accessories totalAmount
      priceCard.day priceCard.bikePrice priceCard.accessoriesPrice priceCard.totalAmount priceCard.excess priceCard.financedAmount
      priceCard.leaseTimeMonths priceCard.instalment priceCard.lastInstalment priceCard.instalmentsTotal
      priceCard.insurance priceCard.hasService priceCard.service priceCard.financing priceCard.residual priceCard.totalToOwn
      priceCard.adminFee priceCard.monthlyTaxValue priceCard.buyOut priceCard.vatPercent priceCard.benefitModel
      priceCard.taxRegime priceCard.campaignApplied policy.policyId policy.number policy.body policy.homeDelivery
      insuranceTerms.termsId insuranceTerms.number insuranceTerms.title
      agreement.instalment deliveryAddress pickupDay pickupReadyAt frameNumber holdQuestion questionBy holdAnswer documentsBeingMade`,
    'IS....B': 'hasSecurityCode',
    'IS.....': `caseReason invoice.invoiceId invoice.status invoice.difference invoice.differenceReason salesInvoiceId
      allowedTransitions`,
  },
  orderRow: {
    ISAEGRB: `orderId orderNumber orderStatus resumeStatus cancellationAsked version companyId companyName beneficiaryEmployeeId
      employeeName isOnlineOrder leaseTimeMonths waitingFor waitingSince createdAt`,
    'ISAEG.B': 'bike storeName totalAmount',
  },
  employee: {
    ISAEGRB: `beneficiaryEmployeeId companyId companyName userId systemUser.firstName systemUser.lastName
      systemUser.workEmail unitId unitName employeeNumber costUnit payRollOther lastWorkingDayDate absence.from absence.to
      status employment createdAt version`,
    '..A...B': 'absence.hasReason',
    'ISAEG.B': `jobTrialPeriodEndDate rejectReason maxPrice effectiveMaxPrice benefitModel remarks paymentStatus orders
      addedByEmployer decidedAt shortestLease.months shortestLease.fits obstacles`,
    'ISA.G.B': 'systemUser.personalEmail systemUser.phoneNumber',
    'ISAEG..': 'employerNote',
  },
  agreement: {
    ISAEGRB: `leasingAgreementId agreementNumber version status leaseState endReason companyId companyName
      beneficiaryEmployeeId employeeName employeeNumber leasingCompany leaseTimeMonths instalment startDay endDay
      endsOn endsAs bikeAt lostClosedAt keptFrom chainId previousAgreementId commitmentDate taxRegime createdAt orderId totalAmount lastInstalment adminFee residual buyOut vatPercent
      benefitModel taxRegimeReview exemptUntil documentSha256 signatures voidAt`,
  },
  document: {
    'ISAEG.B': `signedDocumentId version kind title beneficiaryEmployeeId leasingAgreementId agreementNumber orderId
      orderNumber companyId companyName employeeName paymentStatus leasingSignDate sealed hasFile hasReceipt createdAt`,
  },
  invoice: {
    'ISA.GRBL': `invoiceId version direction purpose party status settlement number referenceNumber iban companyId companyName
      orderId orderNumber otherParty issueDay dueDay net vat total credited paid writtenOff open creditsInvoiceId creditsNumber
      billingMonth reason isDisputed isPaidInShop matched paidDay hasFile isFileBeingMade lines payments credits
      late.until late.interest late.parts late.compensation`,
    'IS.....L': `difference differenceReason earlyPaymentReason nextStatuses nextGate unpayable.problem unpayable.otherNumber
      account.isRegistered account.mayChange account.registerIban`,
  },
  claim: {
    'ISA.G.B': `insuranceId version status step companyId companyName beneficiaryEmployeeId employeeName
      leasingAgreementId agreementNumber bike leaseEffect leaseEndsOn waitingFor createdAt`,
    'IS....B': `type happenedDay place description policeReportNumber lock thirdParty requiredPieces missingPieces
      waivedPieces photos insurerReference denialReason objection objectUntil hasPaidRedemption decidedDay isTotalLoss
      compensation received cover closing.endsOn closing.buyOut closing.left closing.surplus closing.payer
      closing.invoiceNumber newBike.released newBike.orderId newBike.orderNumber newBike.mayEndExemption
      repair.storeName repair.limit repair.cost repair.isReceipt repair.hasReceipt repair.invoiceNumber
      deductible.amount deductible.payer deductible.invoiceNumber allowedSteps`,
    'IS.....': 'payments',
  },
} as const

export type View = keyof typeof visibleFields

/** The fields of a view that a role sees, sorted. */
export function fieldsFor(view: View, role: RoleName): string[] {
  const column = roleNames.indexOf(role)
  return Object.entries(visibleFields[view] as Record<string, string>)
    .filter(([letters]) => (letters[column] ?? '.') !== '.')
    .flatMap(([, fields]) => fields.split(/\s+/))
    .sort()
}

/** The fields of an answer that hold a value, sorted: objects by their parts, lists as a whole. */
export function seenIn(value: unknown, at = ''): string[] {
  if (value === null || value === undefined) return []
  if (Array.isArray(value)) return value.length > 0 ? [at] : []
  if (typeof value !== 'object') return [at]
  return Object.entries(value)
    .flatMap(([name, part]) => seenIn(part, at ? `${at}.${name}` : name))
    .sort()
}

interface Schema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, object>>
  readonly anyOf?: readonly Schema[]
}

/** The fields that a reply's schema can hold, sorted. */
export function leavesOf(schema: object, at = ''): string[] {
  const own: Schema = schema
  const object = own.anyOf?.find((one) => one.properties) ?? own
  if (!object.properties) return [at]
  return Object.entries(object.properties)
    .flatMap(([name, part]) => leavesOf(part, at ? `${at}.${name}` : name))
    .sort()
}
