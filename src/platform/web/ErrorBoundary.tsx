import { Component, type ComponentType, type ReactNode } from 'react'

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

  override componentDidUpdate({ place }: Props) {
    if (this.state.failed && place !== this.props.place) this.reset()
  }

  reset = () => this.setState({ error: undefined, failed: false })

  override render() {
    const { face: Face, children } = this.props
    return this.state.failed ? <Face error={this.state.error} reset={this.reset} /> : children
  }
}
