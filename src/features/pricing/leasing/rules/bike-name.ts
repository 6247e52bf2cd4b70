/** `Halla Taival 7`; empty as long as no bike has been chosen. */
export const nameOfBike = (of: { readonly bike_brand: string | null; readonly bike_model: string | null }): string =>
  [of.bike_brand, of.bike_model].filter(Boolean).join(' ')
