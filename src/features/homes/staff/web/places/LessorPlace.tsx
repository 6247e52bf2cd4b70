import { lazy, useState } from 'react'
import { places } from '#features/operations/places/contract.ts'
import styles from '#features/operations/places/web/Places.module.css'
import { leasing } from '#features/pricing/leasing/contract.ts'
import type { LeasingCompany } from '#features/pricing/leasing/shapes.ts'
import { pages } from '#platform/contract/pages.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { PageHead } from '#platform/web/parts/PageHead.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { useParams } from '#platform/web/router/location.ts'
import { LaterPart } from '#platform/web/shell/LaterPart.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { pickCompany } from '../pick-company.ts'

const LessorPanel = lazy(() =>
  import('#features/pricing/leasing/web/LessorPanel.tsx').then((m) => ({ default: m.LessorPanel })),
)
const LessorLife = lazy(() => import('./LessorLife.tsx').then((m) => ({ default: m.LessorLife })))

/** A lessor with its whole life with the service: its authority, what its leases are worth, its money, what it is asked. */
export function LessorPlace() {
  const { leasingCompanyId = '' } = useParams()
  const lessor = useApi(leasing.company, { params: { id: leasingCompanyId } })
  const place = useApi(places.lessor, { params: { leasingCompanyId } })
  return (
    <Loaded from={lessor}>
      {(row) => (
        <>
          <Head lessor={row} />
          <Loaded from={place}>
            {(life) => (
              <LaterPart>
                <LessorLife lessor={row} place={life} />
              </LaterPart>
            )}
          </Loaded>
        </>
      )}
    </Loaded>
  )
}

function Head({ lessor }: { lessor: LeasingCompany }) {
  const t = useTexts('places')
  const mayWrite = useMay()('leasing-company:write')
  const [isEdited, setIsEdited] = useState(false)
  return (
    <>
      <PageHead
        above={<Link to={pages.adminLessors}>{t('lessor.list')}</Link>}
        title={lessor.companyName}
        lead={
          <span className={styles.contacts}>
            {lessor.businessId && <span className="n">{lessor.businessId}</span>}
            {lessor.city && <span>{lessor.city}</span>}
            {!lessor.active && <span>{t('lessor.off')}</span>}
          </span>
        }
        aside={mayWrite && <Button onClick={() => setIsEdited(true)}>{t('lessor.edit')}</Button>}
      />
      <Dialog opened={isEdited} close={() => setIsEdited(false)} title={lessor.companyName}>
        <LaterPart>
          <LessorPanel lessor={lessor} pickCompany={pickCompany} />
        </LaterPart>
      </Dialog>
    </>
  )
}
