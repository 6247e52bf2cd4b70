import { findLessor } from '#features/pricing/leasing/server/queries.ts'
import { fail } from '#platform/contract/errors.ts'
import { fileAnswer } from '#platform/server/documents/stored-files.ts'
import { Answer, type Handlers, type SignedInContext } from '#platform/server/http/context.ts'
import type { lessorFiles } from '../contract.ts'
import { decideDifference } from './decide.ts'
import { profileView, setProfile } from './profiles.ts'
import { findFile, listDifferences, listFiles } from './queries.ts'
import { previewFile, takeInFile } from './take-in.ts'
import { tellLessor } from './tell.ts'

const fileOf = async ({ db }: SignedInContext, id: string) => {
  const { fileId: _, ...view } = (await findFile(db, id)) ?? fail('NOT_FOUND')
  return view
}

export const lessorFileHandlers: Handlers<typeof lessorFiles> = {
  list: ({ query }, { db }) => listFiles(db, query),
  async tell({ body }, context) {
    return new Answer(201, await fileOf(context, await tellLessor(context, body.leasingCompanyId)))
  },
  async takeIn({ query, body }, context) {
    const { id } = await takeInFile(context, query, Buffer.from(body))
    return new Answer(201, await fileOf(context, id))
  },
  preview: ({ query, body }, context) => previewFile(context, query, Buffer.from(body)),
  async file({ params }, context) {
    const { fileId } = (await findFile(context.db, params.id)) ?? fail('NOT_FOUND')
    return (await fileAnswer(context.db, context, fileId)) ?? fail('NOT_FOUND')
  },
  differences: ({ query }, { db }) => listDifferences(db, query),
  decide: ({ params, body }, context) => decideDifference(context, params.id, body),
  async profile({ params }, { db }) {
    const { id } = (await findLessor(db, params.id)) ?? fail('NOT_FOUND')
    return profileView(db, id)
  },
  setProfile: ({ params, body }, context) => setProfile(context, params.id, body),
}
