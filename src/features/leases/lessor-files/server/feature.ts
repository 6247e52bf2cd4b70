import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { lessorFiles } from '../contract.ts'
import { lessorFileHandlers } from './handlers.ts'

export const lessorFilesFeature: Feature = {
  name: 'lessor-files',
  calls: [calls('lessor files', lessorFiles, lessorFileHandlers)],
  tables: ['lessor_differences', 'lessor_file_profiles', 'lessor_files', 'lessor_news'],
}
