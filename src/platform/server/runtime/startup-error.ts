/** A reason not to start, said in one sentence; printed alone, without a stack. */
export class StartupError extends Error {
  override readonly name = 'StartupError'
}
