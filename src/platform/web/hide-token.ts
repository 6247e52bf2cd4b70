/**
 * Takes a used token out of the address bar and the history. The router patches `history.replaceState` to follow it;
 * the browser's own function changes the address alone and leaves the screen standing.
 */
export function hideToken(path: string): void {
  History.prototype.replaceState.call(window.history, window.history.state, '', path)
}
