import type { ReplyOf } from '#platform/contract/contract.ts'
import { listName } from '#platform/values/names.ts'
import type { employees } from './contract.ts'

/** The people of a list as choices of a field that names one of them; whoever is invited has not said yes to anything. */
export const employeeOptions = ({ employees: people }: ReplyOf<typeof employees.optimizedList>) =>
  people
    .filter(({ status }) => status !== 'INVITED')
    .map(({ beneficiaryEmployeeId, systemUser, companyName }) => ({
      value: beneficiaryEmployeeId,
      label: `${listName(systemUser)}, ${companyName}`,
    }))
