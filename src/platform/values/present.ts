/**
 * A value that what stands around it has made sure of.
 * @throws Error where it is missing all the same: a fault of the program, told before anything goes on with nothing
 */
export function present<T>(value: T): NonNullable<T> {
  if (value === null || value === undefined) throw new Error('A value is missing that has to be there')
  return value
}
