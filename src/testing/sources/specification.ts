/**
 * What the specification prints, as data: calls with their parameters and defaults (§7, §9), page routes (§2) and texts
 * (§5, §8). `src/app/checks/structure/specification.test.ts` compares the product with it.
 *
 * A line of a call is `METHOD /path ?query=default {body fields}`.
 */
export const specifiedCalls = `
GET /api/user
POST /api/login {email password}
POST /api/verify {email code phoneNumber}
POST /api/logout
PATCH /api/system-users/{userId}/phone {phoneNumber}
GET /api/system-users ?isForList firstName lastName email phoneNumber companyId page=1 limit=20
POST /api/system-users
PUT /api/system-users/{userId} {workEmail}
GET /api/companies/{companyId}/max-price
GET /api/beneficiary-employee/{id}/max-price
PUT /api/user-preferences {preferences}
GET /api/user-preferences/token/{token}
PUT /api/user-preferences/token/{token}
GET /api/user-preferences/user/{id}
GET /api/bike-stores
GET /api/bike-stores/minimal
GET /api/bike-stores/{id}
PUT /api/bike-stores/{id}
DELETE /api/bike-stores/{id}
POST /api/bike-stores
GET /api/bike-store-groups
GET /api/billing-table
POST /api/billing-table
GET /api/billing-table/{id}
PUT /api/billing-table/{id}
DELETE /api/billing-table/{id}
GET /api/orders/confirmedOnlineCount
GET /api/orders/all
GET /api/orders/list-data
GET /api/orders/{orderId}
GET /api/employeesWithOrders
GET /api/beneficiary-employee/employeesWithAllDataOnly ?minimalData
GET /api/beneficiary-employee/companies/{id}/employees
GET /api/beneficiary-employee/details/{id}
GET /api/beneficiary-employee/employeesOptimizedList ?page=1 pageSize=10 search companyId filterType orderStatus paymentStatus createdStart createdEnd processedStart processedEnd
POST /api/beneficiary-employee/create
POST /api/beneficiary-employee/{id}/update
POST /api/beneficiary-employee/{id}/decide
GET /api/contact-forms
PUT /api/contact-forms/update/{contactFormDataId}
GET /api/contact-forms/unchecked-count
GET /api/leasing-companies ?forDropdown
GET /api/leasing-companies/{id}
GET /api/last-fetch-time
GET /api/leasing-agreements/{id}
GET /api/leasing-agreements/list ?searchEmail searchEmployeeNumber searchName status page limit
POST /api/leasing/get-leasing-time-months {totalAmount beneficiaryEmployeeId}
GET /api/signed-documents
POST /api/signed-documents
PUT /api/signed-documents/{id}
DELETE /api/signed-documents/{id}
GET /api/companies ?groupCompany names userId filtered groupCompanyId
POST /api/companies
PUT /api/companies/{id}
DELETE /api/companies/{id}
GET /api/companies/{id}/vat ?onlyGetVATValue
GET /api/companies/{id}/payroll-recipients
POST /api/companies/{id}/payroll-recipients {userIds userId}
PATCH /api/companies/{id}/payroll-recipients/{userId}
DELETE /api/companies/{id}/payroll-recipients/{userId}
GET /api/group-companies ?forDropdown
GET /api/group-companies/{id}
POST /api/group-companies
PUT /api/group-companies/{id}
DELETE /api/group-companies/{id}
GET /api/group-companies/{id}/payroll-recipients
POST /api/group-companies/{id}/payroll-recipients {userIds}
PATCH /api/group-companies/{id}/payroll-recipients/{userId}
DELETE /api/group-companies/{id}/payroll-recipients/{userId}
GET /api/vat/country/{code}
GET /api/vat
POST /api/company-unit {companyId}
DELETE /api/company-unit/{id}
PATCH /api/company-unit/{unitId} {unitName}
POST /api/register-link/company {companyId}
POST /api/register-link/group-company {groupCompanyId}
GET /api/bike-policy/user
GET /api/bike-policy/company/{id}
GET /api/insurance-claims ?searchTerm status type page=1 limit=10
POST /api/insurance-claims {beneficiaryEmployeeId type}
DELETE /api/insurance-claims/delete/{id}
GET /api/roles
POST /api/roles
DELETE /api/roles/{id}
GET /api/permissions
POST /api/roles/{roleId}/permissions/{permissionId}
DELETE /api/roles/{roleId}/permissions/{permissionId}
GET /api/user-roles/roles/{roleId}/users ?page limit=20 search
POST /api/user-roles/users/{userId}/roles/{roleId} {companyIds}
DELETE /api/user-roles/users/{userId}/roles/{roleId} {companyId}
GET /api/redemption-payment ?page limit search status
POST /api/redemption-payment
GET /api/redemption-payment/{id}
PUT /api/redemption-payment/{id}
DELETE /api/redemption-payment/{id}
GET /api/bike-redemption ?search status paymentMethod page limit
POST /api/bike-redemption
GET /api/bike-redemption/{id}
PUT /api/bike-redemption/{id}
DELETE /api/bike-redemption/{id}
POST /api/redemptionOffer ?bikeRedemptionId fileName
GET /api/bike-brokerage
POST /api/bike-brokerage
PUT /api/bike-brokerage/{id}
DELETE /api/bike-brokerage/{id}
GET /api/user-payment
GET /api/user-payment/optimized ?page=1 pageSize=10 searchTerm createdFrom createdTo sentFrom sentTo paidFrom paidTo isUserPaymentDone
GET /api/order-cancellations
POST /api/order-cancellations
GET /api/order-cancellations/get-details/{id}
PUT /api/order-cancellations/{id}
DELETE /api/order-cancellations/{id}
POST /api/order-cancellations/{id}/complete
POST /api/refund/upload ?orderCancellationId fileName
DELETE /api/delete-refund/{id}
GET /api/invoices/{id}
GET /api/province-tax-table
POST /api/province-tax-table
GET /api/province-tax-table/{id}
PUT /api/province-tax-table/{id}
DELETE /api/province-tax-table/{id}
GET /api/tax-table
POST /api/tax-table
GET /api/tax-table/{id}
PUT /api/tax-table/{id}
DELETE /api/tax-table/{id}
GET /api/state-income-tax-table
POST /api/state-income-tax-table
GET /api/state-income-tax-table/{id}
PUT /api/state-income-tax-table/{id}
DELETE /api/state-income-tax-table/{id}
GET /api/taxpayer-deductions-table
POST /api/taxpayer-deductions-table
GET /api/taxpayer-deductions-table/{id}
PUT /api/taxpayer-deductions-table/{id}
DELETE /api/taxpayer-deductions-table/{id}
GET /api/notifications ?page=1 limit=20 unreadOnly types priority
GET /api/notifications/checker ?lastFetch
GET /api/notifications/unread-count
GET /api/notifications/{id}
DELETE /api/notifications/{id}
PUT /api/notifications/mark-as-read {notificationIds}
GET /api/tasks
GET /api/health-check
`

/** What replies are said to hold (§3, §5, §7, §8): a dot leads into an object or into each row of a list. */
export const specifiedReplies = `
POST /api/verify accessToken refreshToken
POST /api/system-users user
GET /api/companies/{companyId}/max-price maxPrice
GET /api/beneficiary-employee/{id}/max-price maxPrice
GET /api/user-preferences/user/{id} data
GET /api/billing-table billingTables
GET /api/orders/confirmedOnlineCount count
GET /api/orders/{orderId} orderId orderStatus isOnlineOrder isOrderConfirmed bikeStore bikeStoreOrderNumber orderPaidDate
GET /api/beneficiary-employee/employeesOptimizedList employees currentPage totalPages totalCount
POST /api/beneficiary-employee/{id}/update employee
POST /api/beneficiary-employee/{id}/decide employee
GET /api/contact-forms/unchecked-count count
POST /api/leasing/get-leasing-time-months leaseTimeMonths
GET /api/leasing-agreements/{id} status leasingCompany leaseTimeMonths
GET /api/signed-documents data.signedDocumentId data.beneficiaryEmployeeId data.leasingAgreementId data.paymentStatus data.leasingSignDate
POST /api/signed-documents data
PUT /api/signed-documents/{id} data
DELETE /api/signed-documents/{id} data
GET /api/companies/{id}/vat value
GET /api/companies/{id}/payroll-recipients recipients.userId
GET /api/group-companies/{id}/payroll-recipients data.userId
POST /api/company-unit unit.data
POST /api/register-link/company token
POST /api/register-link/group-company token
GET /api/insurance-claims items.insuranceId items.type items.status items.beneficiaryEmployeeId total
GET /api/redemption-payment items.id items.status totalCount
GET /api/redemption-payment/{id} id status
GET /api/bike-redemption items.id totalCount
GET /api/bike-redemption/{id} id redemptionOffers.bikeRedemptionId
GET /api/order-cancellations/get-details/{id} orderCancellationId uploadedRefunds.refundUploadId
GET /api/tasks data
GET /api/notifications notifications.id notifications.type notifications.title notifications.message notifications.read notifications.readAt notifications.createdAt notifications.priority pagination.page pagination.limit pagination.total pagination.totalPages pagination.hasNext pagination.hasPrevious
`

export const specifiedRoutes = `
/ /kirjaudu /register /kirjaudu-ulos /salasanan-palauttaminen /palauta-salasana /liity/{token} /fi/liity/{token}
/reset/{token} /runkonumero-ja-toimitus/{token} /huoltokatkos /deactivated /ei-oikeuksia /tyonantaja /yritys-asetukset
/raportointi /admin /mybike /kayttaja /yritystiedot /tietosuojaseloste /vastuuvapauslauseke /tyonantajalle /ota-yhteytta
/medialle /tyontekijalle /laskuri /pyoraliikkeelle /usein-kysytyt-kysymykset /tiedote-pyoraedusta /bikeBrokerageService
`

/** Texts that the product says word for word, in code or in its English or Finnish texts. */
export const specifiedTexts = [
  'Email or password is missing',
  'Invalid email or password',
  'Bad request',
  'Unauthorized: Incorrect email or password',
  'Unauthorized',
  'Access denied',
  'Too many requests. Please try again later.',
  'Authentication failed. Please try again later or contact support.',
  'Unknown error occurred',
  'Server is currently unavailable. Please try again later.',
  'Verification failed',
  'Verification failed. Please try again.',
  'User account is deactivated',
  'You are not authorized to perform this action',
  'Access denied. You do not have permission to perform this action',
  'The requested resource was not found',
  'A server error occurred. Please try again later',
  'Invalid request. Please check your input and try again.',
  'Too many requests. Please wait a moment and try again.',
  'Service temporarily unavailable. Please try again later.',
  'Something went wrong. Please try again later.',
  'Unsupported phone number format',
  'Invalid response format',
  'Invalid VAT data structure',
  'Palvelin palautti virheellisen vastauksen.',
  'NO_PASSWORD_SET',
  'GROUP_COMPANY_EXISTS_ERROR',
  'COMPANY_DELETED',
  'COMPANY_UNIT_CREATED',
  'COMPANY_UNIT_DELETED',
  'COMPANY_UNIT_UPDATED',
  'GROUP_COMPANY_DELETED',
  'FAILED_TO_ADD_UNIT_TO_COMPANY',
  'FAILED_TO_ADD_COMPANY_UNIT',
  'FAILED_TO_DELETE_COMPANY_UNIT',
  'FAILED_TO_UPDATE_COMPANY_UNIT',
  'Bike store created successfully',
  'Bike store updated successfully',
  'Failed to fetch billing tables',
  'Failed to fetch VAT rate',
  'Failed to fetch user preferences',
  'Failed to update user preferences',
  'Failed to fetch employees',
  'Failed to fetch bike redemptions',
  'Failed to fetch bike redemption',
  'Failed to create bike redemption',
  'Failed to update bike redemption',
  'Failed to delete bike redemption',
  'Failed to upload redemption offer',
  'Bike redemption created successfully',
  'Bike redemption updated successfully',
  'Bike redemption deleted successfully',
  'Redemption offer uploaded successfully',
  'Failed to fetch payroll report recipients',
  'Failed to add payroll report recipients',
  'Failed to update payroll report recipient',
  'Failed to remove payroll report recipient',
  'Failed to fetch signed documents',
  'Failed to create signed document',
  'Failed to update signed document',
  'Failed to delete signed document',
  'Failed to fetch bike brokerage',
  'Failed to create bike brokerage',
  'Failed to update bike brokerage',
  'Failed to delete bike brokerage',
  'Error fetching user payments',
  'Muu, mikä',
  'Sairasloma',
  'Vanhempainvapaa',
  'Grenkeleasing Oy',
  'LeasePlus OÜ',
] as const

/** Which call answers with which text when it fails (§8); `{}` stands for a parameter. */
export const specifiedFailures: Readonly<Record<string, string>> = {
  'GET /api/billing-table': 'Failed to fetch billing tables',
  'GET /api/billing-table/{}': 'Failed to fetch billing tables',
  'GET /api/vat/{}': 'Failed to fetch VAT rate',
  'GET /api/vat/country/{}': 'Failed to fetch VAT rate',
  'GET /api/companies/{}/vat': 'Failed to fetch VAT rate',
  'GET /api/user-preferences': 'Failed to fetch user preferences',
  'GET /api/user-preferences/token/{}': 'Failed to fetch user preferences',
  'GET /api/user-preferences/user/{}': 'Failed to fetch user preferences',
  'PUT /api/user-preferences': 'Failed to update user preferences',
  'PUT /api/user-preferences/token/{}': 'Failed to update user preferences',
  'GET /api/employeesWithOrders': 'Failed to fetch employees',
  'GET /api/beneficiary-employee/employeesWithAllDataOnly': 'Failed to fetch employees',
  'GET /api/beneficiary-employee/companies/{}/employees': 'Failed to fetch employees',
  'GET /api/beneficiary-employee/employeesOptimizedList': 'Failed to fetch employees',
  'GET /api/bike-redemption': 'Failed to fetch bike redemptions',
  'GET /api/bike-redemption/{}': 'Failed to fetch bike redemption',
  'POST /api/bike-redemption': 'Failed to create bike redemption',
  'PUT /api/bike-redemption/{}': 'Failed to update bike redemption',
  'DELETE /api/bike-redemption/{}': 'Failed to delete bike redemption',
  'POST /api/redemptionOffer': 'Failed to upload redemption offer',
  'GET /api/signed-documents': 'Failed to fetch signed documents',
  'POST /api/signed-documents': 'Failed to create signed document',
  'PUT /api/signed-documents/{}': 'Failed to update signed document',
  'DELETE /api/signed-documents/{}': 'Failed to delete signed document',
  'GET /api/bike-brokerage': 'Failed to fetch bike brokerage',
  'POST /api/bike-brokerage': 'Failed to create bike brokerage',
  'PUT /api/bike-brokerage/{}': 'Failed to update bike brokerage',
  'DELETE /api/bike-brokerage/{}': 'Failed to delete bike brokerage',
  'GET /api/user-payment': 'Error fetching user payments',
  'GET /api/user-payment/optimized': 'Error fetching user payments',
  'GET /api/companies/{}/payroll-recipients': 'Failed to fetch payroll report recipients',
  'POST /api/companies/{}/payroll-recipients': 'Failed to add payroll report recipients',
  'PATCH /api/companies/{}/payroll-recipients/{}': 'Failed to update payroll report recipient',
  'DELETE /api/companies/{}/payroll-recipients/{}': 'Failed to remove payroll report recipient',
  'GET /api/group-companies/{}/payroll-recipients': 'Failed to fetch payroll report recipients',
  'POST /api/group-companies/{}/payroll-recipients': 'Failed to add payroll report recipients',
  'PATCH /api/group-companies/{}/payroll-recipients/{}': 'Failed to update payroll report recipient',
  'DELETE /api/group-companies/{}/payroll-recipients/{}': 'Failed to remove payroll report recipient',
}
