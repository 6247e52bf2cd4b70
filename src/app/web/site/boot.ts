/*
 * Before the first paint: the chosen theme, whether the announcement was dismissed within a day, and whether somebody
 * is probably signed in, whose links are then waited for. It stands alone and imports nothing, because a script that
 * must run before the paint cannot be a module.
 */
;(() => {
  const DAY = 86_400_000
  const root = document.documentElement
  root.dataset.js = ''
  if (/(?:^|;\s*)signedIn=1/.test(document.cookie)) root.dataset.signedIn = ''
  try {
    root.dataset.mantineColorScheme = localStorage.getItem('poljin.theme') === 'dark' ? 'dark' : 'light'
    const dismissedAt = Number(localStorage.getItem('poljin.announcementDismissedAt'))
    if (dismissedAt && Date.now() - dismissedAt < DAY) root.dataset.announced = ''
  } catch {
    // Storage may be refused; the page then shows as to a first visitor.
  }
})()
