import { useState } from 'react'
import { proofs } from '#features/ground/identity-changes/proof-contract.ts'
import { pages } from '#platform/contract/pages.ts'
import { useApi, useApiAction } from '#platform/web/api/api.ts'
import { useUser } from '#platform/web/api/user.ts'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { brokerage, type CaseView, readsOfBrokerage } from '../contract.ts'
import type { TransferParty } from '../rules.ts'

interface Props {
  one: CaseView
  party: TransferParty
  documentSha256: string
}

/** Signs a transfer: a person asks for a code first, an employer signs with the password alone. */
export function SignTransfer(props: Props) {
  const { one, party, documentSha256 } = props
  const t = useTexts('brokerage')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const ask = useApiAction(brokerage.signingCode, { onSuccess: ({ hint }) => setSentTo(hint) })
  const isPerson = party === 'SELLER' || party === 'TAKER'
  const held = useApi(proofs.own, { enabled: isPerson })
  if (!isPerson || sentTo !== null) return <SignForm {...props} isPerson={isPerson} sentTo={sentTo} />
  if (held.data?.proofs.length === 0)
    return (
      <p>
        {t('transfer.proofNeeded')} <a href={pages.account}>{t('transfer.account')}</a>
      </p>
    )
  return (
    <div>
      <PrimaryButton
        loading={ask.isPending}
        onClick={() => ask.mutate({ params: { id: one.bikeBrokerageId }, body: { party, documentSha256 } })}
      >
        {t('transfer.askCode')}
      </PrimaryButton>
    </div>
  )
}

function SignForm({
  one,
  party,
  documentSha256,
  isPerson,
  sentTo,
}: Props & { isPerson: boolean; sentTo: string | null }) {
  const t = useTexts('brokerage')
  const user = useUser()
  return (
    <Form
      endpoint={brokerage.sign}
      params={{ id: one.bikeBrokerageId }}
      also={{ party, documentSha256 }}
      submit={t('transfer.sign')}
      unguarded
      refresh={readsOfBrokerage}
      onDone={() => showDone(t('transfer.signed'))}
    >
      <input type="text" name="username" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
      {!isPerson && <Field name="position" label={t('transfer.position')} autoComplete="organization-title" />}
      <Field name="typedName" label={t('transfer.name')} hint={t('transfer.nameHint')} autoComplete="name" />
      <Field name="password" kind="password" label={t('transfer.password')} autoComplete="current-password" />
      {isPerson && (
        <Field
          name="code"
          label={t('transfer.code')}
          hint={t('transfer.codeHint', { to: sentTo ?? '' })}
          autoComplete="one-time-code"
          required
        />
      )}
      <p className="sm t2">{t('transfer.statement', { number: one.newAgreementNumber ?? '' })}</p>
    </Form>
  )
}
