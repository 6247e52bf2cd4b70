/** On paper every answer stands open and the light theme holds, whatever the screen shows. */
export function startPrinting(): void {
  const root = document.documentElement
  let scheme = root.dataset.mantineColorScheme
  let opened: HTMLDetailsElement[] = []
  addEventListener('beforeprint', () => {
    scheme = root.dataset.mantineColorScheme
    root.dataset.mantineColorScheme = 'light'
    opened = [...document.querySelectorAll<HTMLDetailsElement>('main details:not([open])')]
    for (const one of opened) one.open = true
  })
  addEventListener('afterprint', () => {
    if (scheme) root.dataset.mantineColorScheme = scheme
    for (const one of opened) one.open = false
  })
}
