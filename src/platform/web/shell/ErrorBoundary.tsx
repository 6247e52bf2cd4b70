import { Component, type ComponentType, type ReactNode } from 'react'
import { loadIfReachable } from '#platform/web/api/use-connection.ts'
import { isMissingChunk, loadAnew } from '#platform/web/router/missing-chunk.ts'

interface Props {
  /** A changed value clears the error, for example after a navigation. */
  resetKey: unknown
  face: ComponentType<{ error: unknown; reset: () => void }>
  children: ReactNode
}

/** Shows an error page instead of a screen whose rendering failed. */
export class ErrorBoundary extends Component<Props, { error: unknown; failed: boolean }> {
  override state = { error: undefined as unknown, failed: false }

  static getDerivedStateFromError(error: unknown) {
    return { error, failed: true }
  }

  override componentDidCatch(error: unknown) {
    if (isMissingChunk(error)) void loadAnew()
  }

  override componentDidUpdate({ resetKey }: Props) {
    if (this.state.failed && resetKey !== this.props.resetKey) this.setState({ error: undefined, failed: false })
  }

  reset = () => {
    // React caches a failed lazy import; only a page load fetches it again.
    if (isMissingChunk(this.state.error)) void loadIfReachable()
    else this.setState({ error: undefined, failed: false })
  }

  override render() {
    const { face: Face, children } = this.props
    return this.state.failed ? <Face error={this.state.error} reset={this.reset} /> : children
  }
}
