import {
  startHealthCheck,
  startMaintenanceWatch,
  startOfflineView,
} from '#features/site/public-pages/web/islands/connection.ts'
import { startBackToTop, startMenus, startTheme } from '#features/site/public-pages/web/islands/menus.ts'
import { startAnnouncement, startConsent, startLanguages } from '#features/site/public-pages/web/islands/notices.ts'
import { startPrinting } from '#features/site/public-pages/web/islands/paper.ts'
import { startProgressBar } from '#features/site/public-pages/web/islands/progress.ts'
import { followOtherTabs, startSignedInNavigation } from '#features/site/public-pages/web/islands/signed-in.ts'

startMenus()
startTheme()
startBackToTop()
startAnnouncement()
startConsent()
startLanguages()
startOfflineView()
startHealthCheck()
startMaintenanceWatch()
startProgressBar()
startPrinting()
void startSignedInNavigation()
followOtherTabs()
