import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { sessions } from '../contract.ts'
import { ownSignIn } from '../own-sign-in-contract.ts'
import { stepUp } from '../step-up/contract.ts'
import { stepUpHandlers } from '../step-up/server/handlers.ts'
import { sessionsHandlers } from './handlers.ts'
import { ownSignInHandlers } from './own-sign-in-handlers.ts'

export const sessionsFeature: Feature = {
  name: 'sessions',
  calls: [
    calls('sessions', sessions, sessionsHandlers),
    calls('own-sign-in', ownSignIn, ownSignInHandlers),
    calls('step-up', stepUp, stepUpHandlers),
  ],
  tables: ['recovery_codes', 'session_tokens', 'sign_in_address_changes'],
}
