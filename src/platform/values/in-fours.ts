/** An account number in groups of four, as people read it. */
export const inFours = (text: string): string => text.replace(/\s/g, '').replace(/(.{4})(?=.)/g, '$1\u00A0')
