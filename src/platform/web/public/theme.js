// Runs before the first paint, so that a dark choice never flashes light. External because of the content policy.
try {
  document.documentElement.dataset.mantineColorScheme =
    localStorage.getItem('poljin.theme') === 'dark' ? 'dark' : 'light'
} catch {
  document.documentElement.dataset.mantineColorScheme = 'light'
}
