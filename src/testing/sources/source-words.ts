import type { SourceFile } from './source-imports.ts'

/** Words of our own that once stood where TypeScript, React, HTTP, PostgreSQL or the trade have a term, with that term. */
const privateWords: Readonly<Record<string, string>> = {
  bone: 'Skeleton',
  collisions: 'serialization failures',
  crank: 'Spinner',
  dispensable: 'OptionalBoundary',
  misfit: 'validation error',
  restful: 'settled',
  surroundings: 'related rows',
  unkeepable: 'unstorable',
}
/** Names that are private words as a whole, though their parts are not. */
const privateNames: Readonly<Record<string, string>> = {
  Arrival: 'FocusOnNavigate',
  Leaving: 'useBlocker',
  acts: 'actions',
  LOOKED_AGAIN_MS: 'POLL_MS',
  Moved: 'Redirect',
  PATIENCE_MS: 'LOADING_DELAY_MS',
  Spot: 'scroll position',
  Standing: 'order state',
  TELL_COMPLETED: 'NOTIFY_COMPLETED',
  TELL_PARTIES: 'NOTIFY_PARTIES',
  TELL_WITHDRAWN: 'NOTIFY_WITHDRAWN',
  TYPING_MS: 'DEBOUNCE_MS',
  Telling: 'NoticeContext',
  askBeforeLeaving: 'useBlocker',
  atRest: 'settled',
  coverAddress: 'replaceUrl',
  isTold: 'isReported',
  isToldNow: 'isReportedNow',
  said: 'what was received, locked or printed',
  sayDifference: 'differenceText',
  sayValue: 'valueText',
  saidOf: 'resultsOf',
  setTold: 'setReported',
  tellAdmins: 'notifyAdmins',
  tellCompleted: 'notifyCompleted',
  tellOldAddress: 'notifyOldAddress',
  tellsReason: 'showsReason',
  tellParties: 'notifyParties',
  tellStatement: 'reportStatement',
  tellTurns: 'notifyTurns',
  tellWithdrawn: 'notifyWithdrawn',
  visit: 'router',
}

const partsOf = (name: string) => name.split(/(?<=[a-z\d])(?=[A-Z])|_/).map((part) => part.toLowerCase())

/** What of a file is no code: comments, the texts of plain strings, and how a text's key begins in a template. */
const prose = /`[\w.-]+(?=\$\{)|\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/gm

/** The names of a file that hold a private word, each with the term that it should bear. */
export function privateWordsIn({ file, text }: SourceFile): string[] {
  const names = new Set(text.replace(prose, "''").match(/[A-Za-z_$][\w$]*/g))
  return [...names].flatMap((name) => {
    const part = partsOf(name).find((one) => Object.hasOwn(privateWords, one))
    const term = Object.hasOwn(privateNames, name) ? privateNames[name] : part && privateWords[part]
    return term ? [`${file}: ${name} (say ${term})`] : []
  })
}
