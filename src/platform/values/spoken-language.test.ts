import { expect, it } from 'vitest'
import { chosenLanguage, spokenLanguage } from './spoken-language.ts'

it('a link speaks the language that it names in a browser that has chosen none', () => {
  expect(spokenLanguage('', '?next=%2Fmybike&language=sv')).toBe('sv')
  expect(spokenLanguage('theme=dark', '?language=en')).toBe('en')
})

it('the language that a person has chosen stays, whatever a link names', () => {
  expect(spokenLanguage('language=fi', '?language=sv')).toBe('fi')
  expect(spokenLanguage('linkLanguage=sv; language=en')).toBe('en')
})

it('the language of the last link is kept for the pages after it, until another link names one', () => {
  expect(spokenLanguage('linkLanguage=sv')).toBe('sv')
  expect(spokenLanguage('linkLanguage=sv', '?language=en')).toBe('en')
})

it('a language that is not spoken here counts as none', () => {
  expect(spokenLanguage('language=de; linkLanguage=no', '?language=xx')).toBe('fi')
})

it('the language of a link is not a choice', () => {
  expect(chosenLanguage('linkLanguage=sv')).toBeNull()
})
