import { deputies } from '#features/people/companies/deputies/contract.ts'
import { useApi } from '#platform/web/api/api.ts'
import { useMay, useUser } from '#platform/web/api/user.ts'
import { Note } from '#platform/web/parts/Note.tsx'
import { formatDayIn } from '#platform/web/words/formats.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'

/** Whom the reader stands in for today, and who does for them; nothing on other days. */
export function OwnDeputies() {
  const t = useTexts('deputies')
  const language = useLanguage()
  const user = useUser()
  const { data } = useApi(deputies.own, { enabled: useMay()('employer:access') })
  return data?.items.map(({ deputyId, deputy, away, companyName: company, toDay }) => {
    const isDeputy = deputy.userId === user?.userId
    const values = { name: isDeputy ? away.name : deputy.name, day: formatDayIn(toDay, language), company }
    return <Note key={deputyId}>{t(isDeputy ? 'mine' : 'ofMine', values)}</Note>
  })
}
