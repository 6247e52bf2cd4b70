/** A person's name as it stands in lists and where people are chosen: the surname first. */
export const listName = ({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }): string =>
  `${lastName} ${firstName}`
