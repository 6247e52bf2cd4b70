import signing from '#platform/web/illustrations/allekirjoitus.svg?raw'
import helmet from '#platform/web/illustrations/kypara.svg?raw'
import store from '#platform/web/illustrations/liike.svg?raw'
import redemption from '#platform/web/illustrations/lunastus.svg?raw'
import handOver from '#platform/web/illustrations/luovutus.svg?raw'
import bicycle from '#platform/web/illustrations/pyora.svg?raw'
import repair from './illustrations/huolto.svg?raw'
import calendar from './illustrations/kalenteri.svg?raw'
import letter from './illustrations/kirje.svg?raw'
import speech from './illustrations/kysymys.svg?raw'
import newspaper from './illustrations/lehti.svg?raw'
import ramp from './illustrations/luiska.svg?raw'
import lock from './illustrations/lukko.svg?raw'
import scale from './illustrations/vaaka.svg?raw'
import signpost from './illustrations/viitta.svg?raw'

const drawings = {
  // The page's own line is the road, so the drawing ends where its wheels touch the ground.
  bicycle: bicycle.replace('viewBox="0 0 1280 540"', 'viewBox="0 0 1280 522"'),
  calendar,
  handOver,
  helmet,
  letter,
  lock,
  newspaper,
  ramp,
  redemption,
  repair,
  scale,
  signing,
  signpost,
  speech,
  store,
}

export type DrawingName = keyof typeof drawings

/** A drawing inlined so that it takes the theme's ink; it decorates and is hidden from screen readers. */
export function Drawing({ name, className }: { name: DrawingName; className?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the markup is our own file, read at build time.
  return <div className={className} aria-hidden="true" dangerouslySetInnerHTML={{ __html: drawings[name] }} />
}
