import { type Day, helsinkiDay } from '#platform/values/days.ts'

/** The response header in which the server says what time it is for the service. */
const header = 'x-service-time'

let aheadMs = 0

/** Sets this browser's idea of the time by an answer of the server, whose clock is the one that judges. */
export function setClockBy(response: Response): Response {
  const at = Date.parse(response.headers.get(header) ?? '')
  if (!Number.isNaN(at)) aheadMs = at - Date.now()
  return response
}

/** The service's time: a browser's clock may be wrong, and the demo's is moved. */
export const serviceNow = (): Date => new Date(Date.now() + aheadMs)

/** The business date, as the server counts it. */
export const serviceDay = (): Day => helsinkiDay(serviceNow())
