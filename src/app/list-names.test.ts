import { expect, it } from 'vitest'
import { sourceFiles } from '#testing/source-imports.ts'

const firstNameFirst = /employeeName: (`\$\{\w+\.first_name\}|\[\w+\.first_name)/

it('shows the people of every list by their surname first', () => {
  // The page of life events is about one person and names them as they are addressed.
  const files = sourceFiles().filter(
    ({ file, text }) => /employeeName: [`[]/.test(text) && !file.startsWith('features/life-events/'),
  )
  expect(files.length).toBeGreaterThan(8)
  expect(files.filter(({ text }) => firstNameFirst.test(text)).map(({ file }) => file)).toEqual([])
})

it('shows the employer and the desk their people so, in the list and over its panel', () => {
  const textOf = new Map(sourceFiles().map(({ file, text }) => [file, text]))
  const surnameFirst = /=>\s+`\$\{systemUser\.lastName\} \$\{systemUser\.firstName\}`/
  expect(textOf.get('features/employees/web/Remarks.tsx')).toMatch(new RegExp(`listNameOf = .*${surnameFirst.source}`))
  expect(textOf.get('features/employees/web/Remarks.tsx')).toContain('{listNameOf(employee)}')
  for (const tab of ['AcceptTab', 'ManageTab'])
    expect(textOf.get(`features/employees/web/${tab}.tsx`)).toContain('title: listNameOf')
  expect(textOf.get('features/desk/web/ApplicationsPage.tsx')).toMatch(surnameFirst)
})

it('goes red for a list by first names', () => {
  expect('employeeName: `${row.first_name} ${row.last_name}`').toMatch(firstNameFirst)
})
