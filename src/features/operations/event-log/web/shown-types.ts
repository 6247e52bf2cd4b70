import texts from '../texts/en.json' with { type: 'json' }

/** Every type of event that has a name, in the log's own order. */
export const shownTypes: readonly string[] = Object.keys(texts.types)
