import nprogress from 'nprogress'
import './progress.css'

/** The bar at the top edge while a page is on its way (specification §9: minimum 0.3, speed 800). */
export function start(label: string): void {
  nprogress.configure({
    minimum: 0.3,
    speed: 800,
    showSpinner: false,
    barSelector: '.progress-bar',
    template: `<div class="progress-bar" role="progressbar" aria-label="${label}"></div>`,
  })
  nprogress.start()
  // A live region may stand outside the landmarks, which a bar at the window's edge has to.
  document.getElementById('nprogress')?.setAttribute('role', 'status')
}

export function end(): void {
  nprogress.done()
}
