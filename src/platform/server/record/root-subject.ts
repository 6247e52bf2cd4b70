/** What roots are called where a fault names what it was found in. */
export const ROOT_SUBJECT = '00000000-0000-7000-8000-00000000000a'
