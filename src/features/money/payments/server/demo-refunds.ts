type Answered = readonly [status: number, body: object]

/** The refunds of the payment service on this machine: taken at once, later, or refused. */
export class DemoRefunds {
  /** What becomes of the refunds that come; a number is the status of a fault. */
  next: 'ok' | 'pending' | 'refused' | number = 'ok'
  readonly #kept = new Map<string, { status: string; readonly stamp: string; readonly amount: number }>()

  take(body: string): Answered {
    if (this.next === 'refused') return [422, { status: 'error', message: 'the payment cannot be refunded' }]
    if (typeof this.next === 'number') return [this.next, { status: 'error', message: 'a fault' }]
    const { amount, refundStamp } = JSON.parse(body) as { amount: number; refundStamp: string }
    const transactionId = `refund-${refundStamp}`
    this.#kept.set(transactionId, { status: this.next, stamp: refundStamp, amount })
    return [201, { status: this.next, transactionId, provider: 'demo' }]
  }

  /** What became of a refund, asked by its transaction. */
  find(transactionId: string): Answered {
    const refund = this.#kept.get(transactionId)
    return refund
      ? [200, { transactionId, provider: 'demo', ...refund }]
      : [404, { status: 'error', message: 'unknown' }]
  }

  /** Ends all refunds that are pending. */
  end(status: 'ok' | 'fail'): void {
    for (const refund of this.#kept.values()) if (refund.status === 'pending') refund.status = status
  }
}
