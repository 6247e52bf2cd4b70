import { useState } from 'react'
import { proposals } from '#features/ground/proposals/contract.ts'
import { roles } from '#features/operations/roles/contract.ts'
import { pageUrl } from '#platform/contract/pages.ts'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'

interface Props {
  params: { roleId: string; permissionId: string }
  values: { role: string; permission: string }
  granted: boolean
  close: () => void
}

/** A built-in role is changed for every employer at once, so the change is proposed with a reason and another confirms it. */
export function ProposeChange({ params, values, granted, close }: Props) {
  const t = useTexts('roles')
  const [made, setMade] = useState<string | null>(null)
  return (
    <Dialog opened close={close} title={t(granted ? 'propose.grant' : 'propose.revoke', values)}>
      {made === null ? (
        <Form
          endpoint={granted ? roles.grantPermission : roles.revokePermission}
          params={params}
          submit={t('propose.submit')}
          refresh={[proposals.list, roles.list]}
          onDone={(reply) => ('proposalId' in reply ? setMade(reply.proposalId) : close())}
        >
          <p>{t('propose.text')}</p>
          <Field name="why" kind="textarea" label={t('propose.why')} required />
        </Form>
      ) : (
        <div className="stack-md">
          <p role="status">{t('propose.done')}</p>
          <p>
            <Link to={pageUrl('adminProposals', {}, { open: made })}>{t('propose.see')}</Link>
          </p>
        </div>
      )}
    </Dialog>
  )
}
