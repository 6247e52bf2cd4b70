import path from 'node:path'
import type { Config } from '#platform/server/runtime/config.ts'
import { createDiskStore, type FileStore } from '../files.ts'
import { createS3Store } from './s3-store.ts'

type Given = Pick<Config, 'dataDir' | 'filesS3' | 'filesStore'>

/** Where files are written, and where those lie that have not been moved there yet; null where there is one store alone. */
export function storesOf({ dataDir, filesS3, filesStore }: Given): { to: FileStore; from: FileStore | null } {
  const folder = createDiskStore(path.join(dataDir, 'files'))
  if (!filesS3) return { to: folder, from: null }
  const bucket = createS3Store(filesS3)
  return filesStore === 's3' ? { to: bucket, from: folder } : { to: folder, from: bucket }
}

const isMissing = (error: unknown) => (error as { code?: string }).code === 'ENOENT'

/** The store of the service: writes where files are to be, and reads those as well that still lie in the other one. */
export function createFileStore(given: Given): FileStore {
  const { to, from } = storesOf(given)
  return from ? createBoth(to, from) : to
}

/** Two stores as one while files move from the second to the first. */
export function createBoth(to: FileStore, from: FileStore): FileStore {
  /** A file may leave the second store between the two looks, and is then in the first. */
  const inEither = async <T>(look: (store: FileStore) => Promise<T>): Promise<T> => {
    for (const store of [to, from])
      try {
        return await look(store)
      } catch (error) {
        if (!isMissing(error)) throw error
      }
    return look(to)
  }
  return {
    put: to.put,
    check: to.check,
    copyIn: to.copyIn,
    open: (key, sha256) => inEither((store) => store.open(key, sha256)),
    isWhole: async (key, sha256) =>
      (await to.isWhole(key, sha256)) || (await from.isWhole(key, sha256)) || to.isWhole(key, sha256),
    async remove(key) {
      await from.remove(key)
      await to.remove(key)
    },
    raw: async (key) => (await to.raw(key)) ?? (await from.raw(key)) ?? to.raw(key),
    async *list() {
      yield* to.list()
      yield* from.list()
    },
  }
}
