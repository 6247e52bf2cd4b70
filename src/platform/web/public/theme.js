// Runs before the first paint, so that a dark choice never flashes light. External because of the content policy.
try {
  document.documentElement.dataset.mantineColorScheme =
    localStorage.getItem('poljin.theme') === 'dark' ? 'dark' : 'light'
} catch {
  document.documentElement.dataset.mantineColorScheme = 'light'
}
// An announcement that was closed less than a day ago does not appear even for a moment.
try {
  const closedAt = localStorage.getItem('poljin.announcementDismissedAt')
  if (closedAt !== null && Date.now() - Number(closedAt) < 86_400_000)
    document.documentElement.dataset.announcement = 'closed'
} catch {
  // Without storage nothing has been closed.
}
