import { registerLinks } from '#features/people/companies/links/contract.ts'
import { useApi, useApiAction } from '#platform/web/api/api.ts'
import { serviceNow } from '#platform/web/api/service-clock.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { CopyButton } from '#platform/web/controls/CopyButton.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './EmployerPage.module.css'
import type { CompanyChoice } from './employer-choices.ts'

interface Props {
  list: readonly CompanyChoice[]
  /** The company in view; without one a group's own link is offered. */
  company: CompanyChoice | undefined
  mayGroup: boolean
}

/** The address as people recognise it: host, path, and the ends of the token. */
const shortOf = (url: string) => url.replace(/^https?:\/\//, '').replace(/([^/]{4})[^/]+([^/]{2})$/, '$1…$2')

const refresh = [registerLinks.listOfCompany, registerLinks.listOfGroup]

/** The registration link of the company in view, or of the group, to be copied; makes one where there is none. */
export function JoinLink({ list, company, mayGroup }: Props) {
  const t = useTexts('employees')
  const groupId =
    mayGroup && !company ? (list.find(({ groupCompanyId }) => groupCompanyId)?.groupCompanyId ?? null) : null
  const ofCompany = useApi(registerLinks.listOfCompany, {
    params: { id: company?.companyId ?? '' },
    enabled: company !== undefined,
  })
  const ofGroup = useApi(registerLinks.listOfGroup, { params: { id: groupId ?? '' }, enabled: groupId !== null })
  const onSuccess = () => showDone(t('link.made'))
  const makeForCompany = useApiAction(registerLinks.createForCompany, { refresh, onSuccess })
  const makeForGroup = useApiAction(registerLinks.createForGroup, { refresh, onSuccess })
  if (!company && !groupId) return list.length > 1 ? <p className="sm t2">{t('link.chooseCompany')}</p> : null

  const from = company ? ofCompany : ofGroup
  const links = from.data?.items ?? []
  const now = serviceNow()
  const url = links.find((link) => link.url && !link.revokedAt && new Date(link.expiresAt) > now)?.url
  const make = () => {
    if (company) makeForCompany.mutate({ body: { companyId: company.companyId } })
    else if (groupId) makeForGroup.mutate({ body: { groupCompanyId: groupId } })
  }
  return (
    <div className={styles.link}>
      <span className="sm t2">{t(company ? 'link.title' : 'link.groupTitle')}</span>
      {url ? (
        <div className="row">
          <span className={styles.url} title={url}>
            {shortOf(url)}
          </span>
          <CopyButton value={url}>
            {({ copied, copy }) => (
              <Button size="sm" onClick={copy} aria-live="polite">
                {t(copied ? 'actions.copied' : 'actions.copy')}
              </Button>
            )}
          </CopyButton>
        </div>
      ) : (
        <Button size="sm" onClick={make} loading={from.isPending || makeForCompany.isPending || makeForGroup.isPending}>
          {t('link.make')}
        </Button>
      )}
    </div>
  )
}
