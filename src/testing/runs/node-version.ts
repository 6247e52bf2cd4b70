/** The Node that the packages bring along; password hashing and TypeScript without a build need it. */
const NEEDED = 24

/** Why the tests cannot run with a version of Node, in a sentence, or null. */
export const nodeProblem = (version: string): string | null =>
  Number(version.split('.')[0]) >= NEEDED
    ? null
    : `The tests need Node ${NEEDED} or newer, and this is Node ${version}: run them by npm test, or let the editor use the Node of node_modules/.bin.`
