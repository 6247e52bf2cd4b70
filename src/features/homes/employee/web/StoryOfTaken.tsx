import { leaseStory } from '#features/story/lease-story/contract.ts'
import { SituationNote } from '#features/story/lease-story/web/SituationNote.tsx'
import { useApi } from '#platform/web/api/api.ts'
import { type LeaseOfPerson, LeaseParts, LeaseTiles } from './OwnLease.tsx'

/** What goes on with a lease that one has taken over, and what can be done with it. */
export function StoryOfTaken({ lease }: { lease: LeaseOfPerson }) {
  const { leasingAgreementId } = lease
  const { data: story } = useApi(leaseStory.get, { params: { leasingAgreementId } })
  if (!story) return null
  return (
    <>
      <SituationNote leasingAgreementId={leasingAgreementId} />
      <LeaseTiles story={story} lease={lease} />
      <LeaseParts story={story} lease={lease} />
    </>
  )
}
