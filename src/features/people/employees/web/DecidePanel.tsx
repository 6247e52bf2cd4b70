import { useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { useMay } from '#platform/web/api/user.ts'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { DangerButton } from '#platform/web/parts/PrimaryButton.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { employees } from '../contract.ts'
import type { Employee, EmployeeDetails } from '../shapes.ts'
import { EmployeeFields, initialOf } from './EmployeeFields.tsx'
import styles from './EmployerPage.module.css'
import type { CompanyChoice } from './employer-choices.ts'
import { Contact } from './Remarks.tsx'
import { afterDecision } from './use-bulk.ts'
import { showAccepted, useUndo } from './use-decisions.ts'

interface Props {
  row: Employee
  list: readonly CompanyChoice[]
  close: () => void
  reject: () => void
}

/** One application: who, what to notice, the fields that the employer fills in, and the decision. */
export function DecidePanel({ row, list, close, reject }: Props) {
  const details = useApi(employees.details, { params: { id: row.beneficiaryEmployeeId } })
  return (
    <Loaded from={details}>
      {({ employee }) => <Decide employee={employee} list={list} close={close} reject={reject} />}
    </Loaded>
  )
}

function ShortestLease({ lease }: { lease: EmployeeDetails['shortestLease'] }) {
  const t = useTexts('employees')
  if (!lease) return null
  return (
    <Note kind={lease.fits ? 'ok' : 'warn'}>
      {t(lease.fits ? 'decide.leaseFits' : 'decide.leaseTooLong', { count: lease.months })}
    </Note>
  )
}

function Decide({ employee, list, close, reject }: Omit<Props, 'row'> & { employee: EmployeeDetails }) {
  const t = useTexts('employees')
  const may = useMay()
  const undoOf = useUndo()
  const company = list.find(({ companyId }) => companyId === employee.companyId)
  const { firstName } = employee.systemUser
  return (
    <>
      <Contact employee={employee} />
      <ShortestLease lease={employee.shortestLease} />
      {employee.obstacles.map((obstacle) => (
        <Note key={obstacle} kind="warn">
          {t(`decide.obstacle.${obstacle}`)}
        </Note>
      ))}
      <Form
        endpoint={employees.decide}
        params={{ id: employee.beneficiaryEmployeeId }}
        initial={initialOf(employee)}
        also={{ status: 'ACCEPTED', version: employee.version }}
        submit={t('decide.accept', { name: firstName })}
        refresh={afterDecision}
        onDone={(reply) => {
          close()
          showAccepted(t, reply.employee, () => void undoOf([reply.employee])())
        }}
        beside={<DangerButton onClick={reject}>{t('decide.rejectEllipsis')}</DangerButton>}
      >
        <EmployeeFields units={company?.units ?? []} companyMaxPrice={company?.maxPrice ?? null} />
        {may('employee:grant-role') && (
          <details>
            <summary>{t('decide.roles')}</summary>
            <div className={styles.more}>
              <Field name="isEmployerEditor" kind="checkbox" label={t('decide.editor')} hint={t('decide.editorHint')} />
              <Field
                name="isEmployerReporting"
                kind="checkbox"
                label={t('decide.reporting')}
                hint={t('decide.reportingHint')}
              />
            </div>
          </details>
        )}
      </Form>
    </>
  )
}
