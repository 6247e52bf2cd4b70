export const kinds = 'image/jpeg,image/png,image/webp'

/** A photograph as the call takes it: plain bytes, whatever kind the browser thinks the file is. */
export const bytesOf = (file: File) => new File([file], file.name, { type: 'application/octet-stream' })
