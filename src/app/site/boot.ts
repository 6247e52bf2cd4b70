/*
 * Before the first paint: the chosen theme, and whether the announcement was dismissed within a day. It stands alone
 * and imports nothing, because a script that must run before the paint cannot be a module.
 */
;(() => {
  const DAY = 86_400_000
  const root = document.documentElement
  root.dataset.js = ''
  try {
    root.dataset.mantineColorScheme = localStorage.getItem('poljin.theme') === 'dark' ? 'dark' : 'light'
    const dismissedAt = Number(localStorage.getItem('poljin.announcementDismissedAt'))
    if (dismissedAt && Date.now() - dismissedAt < DAY) root.dataset.announced = ''
  } catch {
    // Storage may be refused; the page then shows as to a first visitor.
  }
})()
