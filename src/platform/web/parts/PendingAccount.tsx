import { useUser } from '#platform/web/api/user.ts'
import { Instant } from '#platform/web/table/Amounts.tsx'
import type { Texts } from '#platform/web/words/i18n.ts'
import { AskFirst } from '../dialogs/AskFirst.tsx'
import { Note } from './Note.tsx'

interface Answer<Given> {
  readonly mutateAsync: (given: Given) => Promise<unknown>
}

interface Props<Given> {
  /** The feature's texts, with `account.title`, `text`, `at`, `confirm` and `refuse`. */
  readonly t: Texts
  readonly account: { readonly iban: string; readonly takesEffectAt: string | null; readonly proposedBy: string }
  /** What both calls are given. */
  readonly given: Given
  readonly confirm: Answer<Given>
  readonly stop: Answer<Given>
}

/** A bank account that waits for a second member of staff, or for its instant; whoever proposed it may only stop it. */
export function PendingAccount<Given>({ t, account, given, confirm, stop }: Props<Given>) {
  const user = useUser()
  const { takesEffectAt, proposedBy } = account
  const iban = account.iban.replace(/(.{4})(?=.)/g, '$1\u00a0')
  return (
    <Note kind="warn">
      <div className="stack-md">
        <b>{t('account.title')}</b>
        <p>
          {t(takesEffectAt ? 'account.at' : 'account.text', { iban })} {takesEffectAt && <Instant at={takesEffectAt} />}
        </p>
        <div className="row">
          {!takesEffectAt && proposedBy !== user?.userId && (
            <AskFirst act={t('account.confirm')} look={{ size: 'sm' }} run={() => confirm.mutateAsync(given)} />
          )}
          <AskFirst
            act={t('account.refuse')}
            look={{ size: 'sm', variant: 'subtle', color: 'red' }}
            run={() => stop.mutateAsync(given)}
          />
        </div>
      </div>
    </Note>
  )
}
