/** The fields of a value that a test gives, each of its own type. */
export type PartOf<T> = T extends readonly (infer One)[]
  ? readonly PartOf<One>[]
  : T extends (...given: never[]) => unknown
    ? T
    : T extends object
      ? { readonly [Name in keyof T]?: PartOf<T[Name]> }
      : T

/** A value of which what is under test reads the fields that are given alone; each of them has its type. */
export const partOf = <T>(part: PartOf<NoInfer<T>>): T => part as unknown as T
