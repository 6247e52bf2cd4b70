import { accounts } from '#features/operations/accounts/contract.ts'
import { roles } from '#features/operations/roles/contract.ts'
import { useApiAction } from '#platform/web/api/api.ts'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Removal } from '#platform/web/table/Removal.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { useEmployerName, useRoleName } from './role-words.ts'

interface Held {
  companyId: string | null
  groupCompanyId: string | null
  employerName: string | null
}

interface Props {
  person: { userId: string; name: string }
  role: { id: string; name: string }
  held: Held
}

/** Takes one role of a person in one place, after a question that says what goes with it. */
export function TakeRole({ person, role, held }: Props) {
  const t = useTexts('roles')
  const roleName = useRoleName()(role.name)
  const of = useEmployerName()(held)
  const take = useApiAction(roles.unassign, {
    refresh: [accounts.list, roles.users],
    onSuccess: () => showDone(t('take.done', { name: person.name, role: roleName })),
  })
  return (
    <Removal
      ask={t('take.ask', { role: roleName, of })}
      title={t('take.title', { name: person.name, role: roleName })}
      text={t('take.text', { of })}
      confirm={t('take.short')}
      remove={() =>
        take.mutateAsync({
          params: { userId: person.userId, roleId: role.id },
          body: {
            ...(held.companyId ? { companyId: held.companyId } : {}),
            ...(held.groupCompanyId ? { groupCompanyId: held.groupCompanyId } : {}),
          },
        })
      }
    />
  )
}
