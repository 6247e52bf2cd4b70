import { addDays, type Day } from '#platform/values/days.ts'

interface Entry {
  readonly uid: string
  /** When the entry was written, as an instant. */
  readonly writtenAt: string
  readonly day: Day
  readonly title: string
  readonly text: string
}

const compact = (text: string) => text.replace(/[-:]/g, '').replace(/\.\d+/, '')
/** RFC 5545: these have a meaning of their own in a text. */
const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')

/** A calendar file with one whole day and a reminder a month before it. */
export function calendarFile({ uid, writtenAt, day, title, text }: Entry): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Poljin//Leasing//FI',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${compact(writtenAt)}`,
    `DTSTART;VALUE=DATE:${compact(day)}`,
    `DTEND;VALUE=DATE:${compact(addDays(day, 1))}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(text)}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(title)}`,
    'TRIGGER:-P30D',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.flatMap(folded).join('\r\n').concat('\r\n')
}

const LINE_BYTES_MAX = 75

/** A long line goes on in the next after a blank; no letter is cut in two. */
function folded(line: string): string[] {
  const parts: string[] = []
  let part = ''
  for (const letter of line) {
    if (new TextEncoder().encode(part + letter).length > LINE_BYTES_MAX) {
      parts.push(part)
      part = ' '
    }
    part += letter
  }
  return [...parts, part]
}
