import { expect, it } from 'vitest'
import { listName } from '#platform/values/names.ts'
import { sourceFiles } from '#testing/sources/source-imports.ts'

const firstNameFirst = /employeeName: (`\$\{\w+\.first_name\}|\[\w+\.first_name)/

it('shows the people of every list by their surname first', () => {
  // The page of life events is about one person and names them as they are addressed.
  const files = sourceFiles().filter(
    ({ file, text }) => /employeeName: [`[]/.test(text) && !file.startsWith('features/lease-ends/life-events/'),
  )
  expect(files.length).toBeGreaterThan(8)
  expect(files.filter(({ text }) => firstNameFirst.test(text)).map(({ file }) => file)).toEqual([])
})

it('shows the employer and the desk their people so, in the list and over its panel', () => {
  const textOf = new Map(sourceFiles().map(({ file, text }) => [file, text]))
  expect(listName({ firstName: 'Oona', lastName: 'Malli' })).toBe('Malli Oona')
  expect(textOf.get('features/people/employees/web/Remarks.tsx')).toContain('{listName(employee.systemUser)}')
  const title = 'title: ({ systemUser }) => listName(systemUser)'
  for (const list of [
    'people/employees/web/AcceptTab',
    'people/employees/web/ManageTab',
    'homes/staff/web/ApplicationsPage',
  ])
    expect(textOf.get(`features/${list}.tsx`)).toContain(title)
  expect(textOf.get('features/homes/staff/web/ApplicationsPage.tsx')).toContain(
    'cell: ({ systemUser }) => listName(systemUser)',
  )
})

it('goes red for a list by first names', () => {
  expect('employeeName: `${row.first_name} ${row.last_name}`').toMatch(firstNameFirst)
})
