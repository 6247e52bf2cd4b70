import { describe, expect, test } from 'vitest'
import { DayShape, EurosFromZero, Nullable, OneOf, Shape, T } from '#platform/contract/contract.ts'
import { listField } from './field-rows.ts'
import type { FieldSchema } from './field-schema.ts'
import { type FieldInput, inputOf, readField } from './field-values.ts'
import { bodyOf, type KnownField, nameOfPath, sortFieldErrors, validateField } from './form-state.ts'

const body = Shape({
  name: T.String({ minLength: 1, maxLength: 5, pattern: '\\S' }),
  maxPrice: EurosFromZero,
  lastDay: Nullable(DayShape),
  note: T.Optional(T.String()),
  share: T.Optional(T.Number({ exclusiveMinimum: 0, exclusiveMaximum: 1, multipleOf: 0.01 })),
  delivery: OneOf(['PICKUP', 'HOME_DELIVERY']),
  contact: Shape({ email: T.String() }),
  isRead: T.Optional(T.Boolean()),
}) as FieldSchema

const judge = (schema: FieldSchema, one: KnownField, typed: FieldInput) =>
  validateField(schema, one, typed, bodyOf(schema, [one], { [one.name]: typed }))

const field = (name: string, kind: KnownField['kind'] = 'text', required = false): KnownField => ({
  name,
  kind,
  required,
})

describe('a money field', () => {
  test.each([
    ['1 234,50 €', 1234.5],
    ['1\u00a0234,50\u00a0€', 1234.5],
    ['1234.5', 1234.5],
    ['1234,5', 1234.5],
    ['0', 0],
  ])('reads %j', (typed, euros) => {
    expect(readField('money', typed)).toEqual({ value: euros })
  })

  test.each(['abc', '1,234', '1.2.3', '12,345'])('refuses %j', (typed) => {
    expect(readField('money', typed)).toEqual({ code: 'MONEY' })
  })

  test.each([0, 4, 1234.5, 999999.99])('shows %d so that it reads back the same', (euros) => {
    expect(readField('money', String(inputOf('money', euros)))).toEqual({ value: euros })
  })

  test('shows the Finnish form', () => {
    expect(inputOf('money', 1234.5)).toBe('1\u00a0234,50')
  })
})

test('days, percentages, phones and addresses are read as people write them', () => {
  expect(readField('day', '15.3.2026')).toEqual({ value: '2026-03-15' })
  expect(readField('day', '31.2.2026')).toEqual({ code: 'DAY' })
  expect(readField('percent', '25,5 %')).toEqual({ value: 25.5 })
  expect(readField('phone', '040 123 4567')).toEqual({ value: '0401234567' })
  expect(readField('phone', '123')).toEqual({ code: 'PHONE' })
  expect(readField('email', ' Aino@Demo.Example ')).toEqual({ value: 'aino@demo.example' })
  expect(readField('email', 'aino@demo')).toEqual({ code: 'EMAIL' })
  expect(readField('password', ' a ')).toEqual({ value: ' a ' })
})

describe('a validation error', () => {
  test.each([
    [field('name'), '', { code: 'REQUIRED' }],
    [field('name'), 'toolong', { code: 'TOO_LONG', limit: 5 }],
    [field('maxPrice', 'money'), '-1', { code: 'TOO_SMALL', limit: 0 }],
    [field('maxPrice', 'money'), 'x', { code: 'MONEY' }],
    [field('share', 'number'), '0', { code: 'TOO_SMALL', limit: 0.01 }],
    [field('share', 'number'), '0,01', null],
    [field('share', 'number'), '1', { code: 'TOO_LARGE', limit: 0.99 }],
    [field('share', 'number'), '0,99', null],
    [field('delivery', 'select'), 'DRONE', { code: 'NOT_IN_LIST' }],
    [field('note', 'text', true), '  ', { code: 'REQUIRED' }],
    [field('note'), '', null],
    [field('lastDay', 'day'), '', null],
    [field('lastDay', 'day'), '1.1.2027', null],
    [field('maxPrice', 'money'), '1234,56', null],
  ])('of %j with %j is %j', (one, typed, error) => {
    expect(judge(body, one, typed)).toEqual(error)
  })
})

test.each([
  [true, false, { code: 'REQUIRED' }],
  [true, true, null],
  [false, false, null],
])('a box that must be ticked (%s) and is %s is %j', (required, ticked, error) => {
  expect(judge(body, field('isRead', 'checkbox', required), ticked)).toEqual(error)
})

describe('a part of the body that the form leaves out', () => {
  const person = Shape({
    name: T.String({ minLength: 1 }),
    absence: T.Optional(Nullable(Shape({ from: DayShape, to: Nullable(DayShape) }))),
    codes: T.Optional(T.Array(Shape({ code: T.String({ minLength: 1 }) }))),
  }) as FieldSchema
  const fields = [field('name'), field('absence.from', 'day'), field('absence.to', 'day'), field('codes.0.code')]
  function wrongIn(inputs: Record<string, string>, shape: (made: Record<string, unknown>) => object) {
    const sent = shape(bodyOf(person, fields, inputs))
    const judged = fields.map((one) => [one.name, validateField(person, one, inputs[one.name], sent)] as const)
    return Object.fromEntries(judged.filter(([, error]) => error !== null))
  }

  test('lacks nothing, whether it is null or absent', () => {
    const typed = { name: 'Aino' }
    expect(wrongIn(typed, (made) => made)).toEqual({
      'absence.from': { code: 'REQUIRED' },
      'codes.0.code': { code: 'REQUIRED' },
    })
    expect(wrongIn(typed, (made) => ({ ...made, absence: null, codes: null }))).toEqual({})
    expect(wrongIn(typed, ({ name }) => ({ name }))).toEqual({})
  })

  test('still has to be readable', () => {
    const typed = { name: 'Aino', 'absence.from': 'huomenna' }
    expect(wrongIn(typed, ({ name }) => ({ name }))).toEqual({ 'absence.from': { code: 'DAY' } })
  })

  test('is judged where it is sent, as it is sent; the rows of a list as they were typed', () => {
    expect(
      wrongIn({ name: 'Aino', 'absence.to': '1.2.2027' }, (made) => ({ ...made, name: '', codes: [{ code: 'A' }] })),
    ).toEqual({
      name: { code: 'REQUIRED' },
      'absence.from': { code: 'REQUIRED' },
      'codes.0.code': { code: 'REQUIRED' },
    })
  })
})

test('the body has null where a nullable field was emptied and leaves optional empty ones out', () => {
  const fields = [
    field('name'),
    field('lastDay', 'day'),
    field('note'),
    field('maxPrice', 'money'),
    field('contact.email', 'email'),
  ]
  const inputs = { name: ' Aino ', lastDay: '', note: '', maxPrice: '10', 'contact.email': 'a@b.fi' }
  expect(bodyOf(body, fields, inputs)).toEqual({
    name: 'Aino',
    lastDay: null,
    maxPrice: 10,
    contact: { email: 'a@b.fi' },
  })
})

test('server paths find their fields and the others are kept', () => {
  expect(nameOfPath('/contact/email')).toBe('contact.email')
  expect(nameOfPath('body.name')).toBe('name')
  const error = (path: string) => ({ path, code: 'TOO_LONG', message: 'm' })
  const sorted = sortFieldErrors([error('name'), error('hidden')], [field('name')], {})
  expect(Object.keys(sorted.own)).toEqual(['name'])
  expect(sorted.rest).toEqual([error('hidden')])
})

describe('a list of rows', () => {
  const list = Shape({
    lines: T.Array(Shape({ name: T.String(), price: EurosFromZero }), { minItems: 1 }),
    extra: T.Optional(T.Array(Shape({ name: T.String() }), { minItems: 1 })),
  }) as FieldSchema
  const rows = (name: string): KnownField => ({ ...field(name, 'rows'), rows: listField(name) })
  const typed = [
    rows('lines'),
    rows('extra'),
    field('lines.0.name'),
    field('lines.3.name'),
    field('lines.3.price', 'money'),
  ]
  const inputs = { lines: '3,0', 'lines.0.name': 'Lukko', 'lines.3.name': 'Valot', 'lines.3.price': '40', extra: '' }

  test('is sent in the order of its rows; removed ones are not, and an optional one without rows is left out', () => {
    expect(bodyOf(list, typed, inputs)).toEqual({ lines: [{ name: 'Valot', price: 40 }, { name: 'Lukko' }] })
  })

  test('is checked row by row with the schema of its items, and for its own length', () => {
    expect(judge(list, field('lines.3.price', 'money'), '-1')).toEqual({ code: 'TOO_SMALL', limit: 0 })
    expect(judge(list, rows('lines'), '')).toEqual({ code: 'TOO_FEW' })
    expect(judge(list, rows('lines'), '3')).toBeNull()
    expect(judge(list, rows('extra'), '')).toBeNull()
  })

  test('takes the server’s errors by the places of its rows', () => {
    const error = (path: string) => ({ path, code: 'NOT_VALID', message: 'm' })
    const given = [error('/lines/0/price'), error('lines.1.name'), error('lines'), error('lines.7.name')]
    const { own, rest } = sortFieldErrors(given, typed, inputs)
    expect(Object.keys(own)).toEqual(['lines.3.price', 'lines.0.name', 'lines'])
    expect(rest).toEqual([error('lines.7.name')])
  })

  test('keeps the numbers of stored rows', () => {
    expect(inputOf('rows', [{}, {}])).toBe('0,1')
    expect(inputOf('rows', undefined)).toBe('')
  })
})
