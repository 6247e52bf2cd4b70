// Fills the demo for browser tests that run later, and says where. `npm test` starts it beside its first checks.
import { keepTemporaryFilesInMemory } from '../../src/testing/runs/memory-folder.ts'
import { fillFolder } from './server.ts'

keepTemporaryFilesInMemory()
console.log(await fillFolder())
