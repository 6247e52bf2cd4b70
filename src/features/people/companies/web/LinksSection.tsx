import { IconCheck, IconCopy, IconLink } from '@tabler/icons-react'
import { useState } from 'react'
import { employerTerms } from '#features/people/companies/employer-terms/contract.ts'
import { registerLinks } from '#features/people/companies/links/contract.ts'
import { pages } from '#platform/contract/pages.ts'
import { type Answer, useApi, useApiAction } from '#platform/web/api/api.ts'
import { Loaded, type Loading } from '#platform/web/api/Loaded.tsx'
import { serviceNow } from '#platform/web/api/service-clock.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { CopyButton } from '#platform/web/controls/CopyButton.tsx'
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx'
import { EmptyState } from '#platform/web/parts/EmptyState.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Instant } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './Sections.module.css'

type Links = Answer<typeof registerLinks.listOfCompany>
type OneLink = Links['items'][number]
const refresh = [registerLinks.listOfCompany, registerLinks.listOfGroup]

/** The links with which people join; each can be copied again as long as it lives. */
export function LinksSection({ companyId, groupCompanyId }: { companyId: string; groupCompanyId: string | null }) {
  const t = useTexts('companies')
  const ofCompany = useApi(registerLinks.listOfCompany, { params: { id: companyId } })
  const terms = useApi(employerTerms.get, { params: { id: companyId } })
  const make = useApiAction(registerLinks.createForCompany, { refresh, onSuccess: () => showDone(t('links.made')) })
  return (
    <section className="stack-md">
      <h2>{t('links.title')}</h2>
      <p className="t2">{t('links.lead')}</p>
      {terms.data?.mayOpen === false ? (
        <TermsFirst companyId={companyId} />
      ) : (
        <div>
          <PrimaryButton
            leftSection={<IconLink size={18} aria-hidden="true" />}
            loading={make.isPending || terms.isPending}
            onClick={() => make.mutate({ body: { companyId } })}
          >
            {t('links.make')}
          </PrimaryButton>
        </div>
      )}
      <LinkList from={ofCompany} />
      {groupCompanyId && <GroupLinks groupCompanyId={groupCompanyId} />}
    </section>
  )
}

/** What comes before the first link: the terms are accepted, then the link is made. */
function TermsFirst({ companyId }: { companyId: string }) {
  const t = useTexts('companies')
  const may = useMay()
  return (
    <>
      <ol>
        <li>{t(may('employer-terms:accept') ? 'links.termsFirst' : 'links.adminFirst')}</li>
        <li>{t('links.thenLink')}</li>
      </ol>
      {may('employer-terms:accept') && (
        <div>
          <Button component={Link} to={pages.employerTerms} params={{ companyId }} data-act="primary">
            {t('links.openTerms')}
          </Button>
        </div>
      )}
    </>
  )
}

function GroupLinks({ groupCompanyId }: { groupCompanyId: string }) {
  const t = useTexts('companies')
  const ofGroup = useApi(registerLinks.listOfGroup, { params: { id: groupCompanyId } })
  const make = useApiAction(registerLinks.createForGroup, { refresh, onSuccess: () => showDone(t('links.made')) })
  return (
    <>
      <h3>{t('links.groupTitle')}</h3>
      <p className="t2">{t('links.groupLead')}</p>
      <div>
        <Button
          leftSection={<IconLink size={18} aria-hidden="true" />}
          loading={make.isPending}
          onClick={() => make.mutate({ body: { groupCompanyId } })}
        >
          {t('links.makeGroup')}
        </Button>
      </div>
      <LinkList from={ofGroup} />
    </>
  )
}

function LinkList({ from }: { from: Loading<Links> }) {
  const t = useTexts('companies')
  return (
    <Loaded from={from} isEmpty={({ items }) => items.length === 0} empty={<EmptyState>{t('links.empty')}</EmptyState>}>
      {({ items }) => (
        <ul className={styles.list}>
          {items.map((link) => (
            <LinkRow key={link.registerLinkId} link={link} />
          ))}
        </ul>
      )}
    </Loaded>
  )
}

function LinkRow({ link }: { link: OneLink }) {
  const t = useTexts('companies')
  const [asking, setAsking] = useState(false)
  const revoke = useApiAction(registerLinks.revoke, { refresh, onSuccess: () => setAsking(false) })
  const isOver = link.revokedAt !== null || new Date(link.expiresAt) <= serviceNow()
  const url = isOver ? null : link.url
  return (
    <li className={`${styles.item} ${isOver ? styles.over : ''}`}>
      <div>
        <p className={styles.address}>{url ?? t(link.revokedAt ? 'links.revoked' : 'links.expired')}</p>
        <p className="sm muted">
          {t('links.by', { name: link.createdBy ?? t('states.unknown') })} <Instant at={link.createdAt} dayOnly />
          {' · '}
          {t('links.until')} <Instant at={link.expiresAt} dayOnly />
        </p>
      </div>
      {url && (
        <div className="row">
          <CopyButton value={url}>
            {({ copied, copy }) => (
              <Button
                leftSection={
                  copied ? <IconCheck size={18} aria-hidden="true" /> : <IconCopy size={18} aria-hidden="true" />
                }
                onClick={copy}
                aria-live="polite"
              >
                {t(copied ? 'actions.copied' : 'links.copy')}
              </Button>
            )}
          </CopyButton>
          <Button variant="subtle" onClick={() => setAsking(true)}>
            {t('links.revoke')}
          </Button>
        </div>
      )}
      <ConfirmDialog
        opened={asking}
        close={() => setAsking(false)}
        title={t('links.revokeTitle')}
        confirm={t('links.revokeConfirm')}
        busy={revoke.isPending}
        onConfirm={() => revoke.mutate({ params: { id: link.registerLinkId } })}
        destroys
      >
        <p>{t('links.revokeText')}</p>
      </ConfirmDialog>
    </li>
  )
}
