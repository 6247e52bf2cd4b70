/** Companies whose bikes and financing the service works with, by name; the operator finances too. */
export const leasingCompanyNames = ['Grenkeleasing Oy', 'LeasePlus OÜ', '{product} Oy'] as const

export const partnerNames = [
  'Gobybike Finland Oy',
  'Vapaus Bikes Finland Oy',
  'Epassi Finland Oy',
  'Fleet Innovation Oy',
  'Bikelink Oy',
  'Electrobike',
  '3stepit',
] as const
