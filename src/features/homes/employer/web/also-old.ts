import { agreements } from '#features/leases/agreements/contract.ts'
import { orderReads } from '#features/orders/orders/web/order-reads.ts'
import { employees } from '#features/people/employees/contract.ts'
import { alsoOld } from '#platform/web/api/api.ts'

alsoOld(orderReads, [employees.optimizedList, agreements.documents])
