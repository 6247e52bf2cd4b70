import { employerTerms } from '#features/people/companies/employer-terms/contract.ts'
import { isAsked } from '#features/people/companies/employer-terms/rules.ts'
import { companyChoices } from '#features/people/companies/options.ts'
import { pages } from '#platform/contract/pages.ts'
import { useApi } from '#platform/web/api/api.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Note } from '#platform/web/parts/Note.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { useChoices } from '#platform/web/table/use-choices.ts'
import { formatDayIn } from '#platform/web/words/formats.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'

/** So many of a group's companies are asked on the home page. */
const SHOWN = 5

/** What an employer's companies have to accept, each with where; nothing where all is accepted. */
export function OwnTerms() {
  const may = useMay()
  const companies = useChoices(...companyChoices)
  if (!may('employer-terms:accept')) return null
  return companies.slice(0, SHOWN).map(({ value, label }) => <One key={value} companyId={value} company={label} />)
}

function One({ companyId, company }: { companyId: string; company: string }) {
  const t = useTexts('employer-terms')
  const language = useLanguage()
  const { data } = useApi(employerTerms.get, { params: { id: companyId } })
  const asked = data?.kinds.filter(({ state }) => isAsked(state)) ?? []
  const worst = asked.find(({ state }) => state === 'OVERDUE' || state === 'MISSING') ?? asked[0]
  if (!data || !worst || worst.state === 'ACCEPTED' || worst.state === 'NONE_IN_FORCE') return null
  const day = worst.inForce?.acceptBy
  const values = { company, day: day ? formatDayIn(day, language) : '' }
  return (
    <Note kind="warn">
      <span>{t(data.waived ? 'card.waived' : `card.${worst.state}`, values)}</span>{' '}
      <Link to={pages.employerTerms} params={{ companyId }}>
        {t('card.open')}
      </Link>
    </Note>
  )
}
