import { Component, type ComponentType, type ReactNode } from 'react'
import { isMissingChunk, loadAnew } from '#platform/web/router/missing-chunk.ts'

interface Props {
  /** A new one takes the failure away: the reader has gone elsewhere. */
  place: unknown
  face: ComponentType<{ error: unknown; reset: () => void }>
  children: ReactNode
}

/** Shows a face instead of a screen that failed while it was drawn. */
export class ErrorBoundary extends Component<Props, { error: unknown; failed: boolean }> {
  override state = { error: undefined as unknown, failed: false }

  static getDerivedStateFromError(error: unknown) {
    return { error, failed: true }
  }

  override componentDidCatch(error: unknown) {
    if (isMissingChunk(error)) loadAnew()
  }

  override componentDidUpdate({ place }: Props) {
    if (this.state.failed && place !== this.props.place) this.setState({ error: undefined, failed: false })
  }

  reset = () => {
    // A lazy part remembers that it could not be fetched; only loading the page asks for it again.
    if (isMissingChunk(this.state.error)) window.location.reload()
    else this.setState({ error: undefined, failed: false })
  }

  override render() {
    const { face: Face, children } = this.props
    return this.state.failed ? <Face error={this.state.error} reset={this.reset} /> : children
  }
}
