import { TabbedPage } from '#platform/web/parts/TabbedPage.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { DifferencesTab } from './DifferencesTab.tsx'
import { FilesTab } from './FilesTab.tsx'
import { ProfilesTab } from './ProfilesTab.tsx'

/** /admin/rahoitustiedostot: what lessors say otherwise than we do, the files between us, and their form. */
export function LessorFilesPage() {
  const t = useTexts('lessor-files')
  return (
    <TabbedPage
      title={t('title')}
      lead={t('lead')}
      tabs={[
        { name: 'differences', title: t('tabs.differences'), content: DifferencesTab },
        { name: 'files', title: t('tabs.files'), content: FilesTab },
        { name: 'profiles', title: t('tabs.profiles'), content: ProfilesTab },
      ]}
    />
  )
}
