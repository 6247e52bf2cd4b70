import { useApi } from '#platform/web/api/api.ts'
import { useMay } from '#platform/web/api/user.ts'
import { StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { type LeaseStory, leaseStory } from '../contract.ts'
import { useSituationWords } from '../lease-of-others/web/words.ts'
import styles from './LeaseStory.module.css'
import { pillOf } from './words.ts'

/** What goes on with somebody's lease, for whoever looks after it: one sentence, who is awaited, by when. */
export function SituationNote({ leasingAgreementId }: { leasingAgreementId: string }) {
  const may = useMay()
  const { data } = useApi(leaseStory.get, { params: { leasingAgreementId }, enabled: may('life-event:read') })
  return data ? <Said story={data} /> : null
}

function Said({ story }: { story: LeaseStory }) {
  const t = useTexts('lease-story')
  const { title, lead } = useSituationWords()(story)
  const pill = pillOf(story)
  return (
    <section className={styles.note} aria-label={title}>
      <StatusPill holder={pill.holder}>{t(pill.text)}</StatusPill>
      <p>
        <b>{title}</b>
      </p>
      <p className="sm t2">{lead}</p>
    </section>
  )
}
