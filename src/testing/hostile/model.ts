/*
 * What two hostile parties may end up with, told apart from the application: who reads which mailbox and number, who made
 * which act, and what therefore may stand at the end. It knows no endpoint and no table.
 */

export type Party = 'EMPLOYER' | 'PERSON'

const waitMs = 72 * 3_600_000

interface HeldProof {
  readonly reader: Party
  readonly since: number
}

/** The employer hosts the work mailboxes; the number and the private address are the person's until they are replaced. */
export class HostileModel {
  /** Whose phone the account's number is, and since when. */
  private phone: HeldProof
  private recoveredAt: number | null = null
  private movedAt: number | null = null
  readonly signedBy: Record<Party, Party | null> = { EMPLOYER: null, PERSON: null }

  constructor(now: number) {
    this.phone = { reader: 'PERSON', since: now - 30 * 24 * 3_600_000 }
  }

  /** The password was recovered by the mailbox, by whomever. */
  recovered(now: number) {
    if (this.recoveredAt === null || this.phone.since >= this.recoveredAt) this.recoveredAt = now
  }

  /** Another's change of the identity took effect. */
  moved(now: number) {
    this.movedAt = now
  }

  phoneReplaced(by: Party, now: number) {
    this.phone = { reader: by, since: now }
  }

  /** Whether a signature of the person by this party may be accepted now. */
  maySignAsPerson(by: Party, now: number): boolean {
    const events = [this.recoveredAt, this.movedAt].filter((at) => at !== null)
    const addedAfter = events.some((at) => at <= this.phone.since)
    const countsFrom = this.phone.since + (addedAfter ? waitMs : 0)
    return this.phone.reader === by && countsFrom <= now
  }

  signed(party: Party, by: Party) {
    this.signedBy[party] = by
  }
}
