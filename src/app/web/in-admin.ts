// What every page of the administration needs before it is known which one it is: one fetch for its frame and addresses.
export { AdminFrame } from './AdminFrame.tsx'
export { everyScreen, missingInAdmin } from './admin-screens.ts'
