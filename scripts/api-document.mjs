// Writes the API document as it is handed out: for whoever is signed in, and for others.
import { writeCopies } from '../src/app/server/api-document.ts'
import { mounted } from '../src/app/server/features.ts'

await writeCopies(mounted.filter(({ name }) => name !== 'demo'))
console.log('Described: the API')
