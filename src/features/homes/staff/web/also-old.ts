import { invoices } from '#features/money/invoices/contract.ts'
import { deskReads } from '#features/orders/orders/desk/web/desk-reads.ts'
import { employees } from '#features/people/employees/contract.ts'
import { alsoOld } from '#platform/web/api/api.ts'

alsoOld(deskReads, [invoices.list, invoices.get, employees.optimizedList])
