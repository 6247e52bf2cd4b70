import { expect, test } from 'vitest'
import { linkedParts } from './linked-parts.ts'

test('an address inside a text becomes a link and the sentence keeps its full stop', () => {
  expect(linkedParts('Avaa http://localhost:3000/reset/abc-1?x=2. Kiitos!')).toEqual([
    { text: 'Avaa ', isLink: false },
    { text: 'http://localhost:3000/reset/abc-1?x=2', isLink: true },
    { text: '. Kiitos!', isLink: false },
  ])
})

test('a text that is only an address is one link', () => {
  expect(linkedParts('https://poljin.example/liity/x')).toEqual([
    { text: 'https://poljin.example/liity/x', isLink: true },
  ])
})

test('a script address never becomes a link', () => {
  expect(linkedParts('javascript:alert(1)')).toEqual([{ text: 'javascript:alert(1)', isLink: false }])
})
