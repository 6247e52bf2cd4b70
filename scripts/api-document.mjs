// Writes the API document as it is handed out: for whoever is signed in, and for others.
import { writeCopies } from '../src/app/server/api-document.ts'
import { features } from '../src/app/server/features.ts'

await writeCopies(features.filter(({ name }) => name !== 'demo'))
console.log('Described: the API')
