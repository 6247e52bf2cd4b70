// What every page behind the sign-in needs before it is known which one it is: one fetch for the frames and all addresses.
export { PageFrame, TokenFrame } from './PageFrame.tsx'
export { refusedPage, screens } from './screens.tsx'
