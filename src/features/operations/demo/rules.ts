/** The sign-in of every demo user. Only a demo server on a loopback address knows them. */
const password = 'Poljin-demo-2026'

export interface DemoUser {
  readonly email: string
  readonly password: string
  readonly note: string
}

/** The demo's people: clearly fictitious, on example domains. */
export const demoUsers: readonly DemoUser[] = [
  { email: 'super@demo.example', password, note: 'super admin (authenticator app)' },
  { email: 'internal@demo.example', password, note: 'internal admin (authenticator app)' },
  { email: 'books@demo.example', password, note: 'reader of the books: bookkeeper or auditor (authenticator app)' },
  { email: 'employer@demo.example', password, note: 'employer admin of company A (SMS code)' },
  { email: 'editor@demo.example', password, note: 'editor of company A' },
  { email: 'group@demo.example', password, note: 'group admin of companies A and B' },
  { email: 'reporting@demo.example', password, note: 'reporting of company A' },
  { email: 'employee@demo.example', password, note: 'employee of company A' },
  { email: 'employer-c@demo.example', password, note: 'employer admin of company C' },
  { email: 'employee-c@demo.example', password, note: 'employee of company C' },
]

/** Whether an address is one that the demo shows how to sign in with. */
export const isDemoUser = (address: string): boolean => demoUsers.some(({ email }) => email === address)
