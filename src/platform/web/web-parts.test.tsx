// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { endpoint, Shape, T } from '#platform/contract/contract.ts'
import fi from '#platform/texts/fi.json' with { type: 'json' }
import { showPage as show } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import { useApi, useApiAction } from './api/api.ts'
import { Loaded } from './api/Loaded.tsx'
import { FieldArray } from './form/FieldArray.tsx'
import { Field, Form } from './form/Form.tsx'

const read = endpoint({
  method: 'GET',
  path: '/api/bikes',
  access: 'session',
  summary: 'Bikes.',
  replies: { 200: Shape({ items: T.Array(T.String()) }) },
})
const write = endpoint({
  method: 'POST',
  path: '/api/bikes',
  access: 'session',
  summary: 'Adds a bike.',
  body: Shape({ name: T.String({ minLength: 1 }) }),
  replies: { 201: Shape({ name: T.String() }) },
})

const writeLines = endpoint({
  method: 'PUT',
  path: '/api/bikes',
  access: 'session',
  summary: 'Writes the lines.',
  body: Shape({ lines: T.Array(Shape({ name: T.String({ minLength: 1 }), price: T.Number({ minimum: 0 }) })) }),
  replies: { 200: Shape({ name: T.String() }) },
})

interface Sent {
  readonly key: string | null
  readonly body: unknown
}
let sent: Sent[]
let answers: (Response | Promise<Response>)[]
const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })
const refusal = (status: number, code: string, fields?: object[]) =>
  answer(status, { code, message: code, requestId: 'r1', ...(fields ? { fields } : {}) })

beforeAll(() => speakFinnish({ platform: fi }))
beforeEach(() => {
  sent = []
  answers = []
  vi.stubGlobal('fetch', async (_address: string, request: RequestInit) => {
    sent.push({
      key: new Headers(request.headers).get('idempotency-key'),
      body: JSON.parse(String(request.body ?? 'null')),
    })
    return answers.shift() ?? answer(201, { name: 'Halla' })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Buttons() {
  const action = useApiAction(write, { handles: 'all' })
  return (
    <>
      {['Halla', 'Routa'].map((name) => (
        <button key={name} type="button" onClick={() => action.mutate({ body: { name } })}>
          {name}
        </button>
      ))}
      <output>{action.isPending ? 'pending' : action.isError ? 'error' : action.isSuccess ? 'success' : 'idle'}</output>
    </>
  )
}

function List() {
  const found = useApi(read, {})
  return (
    <Loaded from={found} skeleton={<p>Odota</p>} empty={<p>Ei pyöriä</p>} isEmpty={(reply) => reply.items.length === 0}>
      {(reply) => <p>{reply.items.join(', ')}</p>}
    </Loaded>
  )
}

function Add() {
  const action = useApiAction(write, { refresh: [read] })
  return (
    <button type="button" onClick={() => action.mutate({ body: { name: 'Halla' } })}>
      Lisää
    </button>
  )
}

describe('useApiAction', () => {
  const press = async (name: string, status: string) => {
    const before = sent.length
    fireEvent.click(screen.getByText(name))
    await waitFor(() => expect(sent.length).toBeGreaterThan(before))
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe(status))
  }

  it('keeps the key of a try whose outcome is unknown, so that pressing again cannot do the work twice', async () => {
    show(<Buttons />)
    answers = [refusal(500, 'INTERNAL')]
    await press('Halla', 'error')
    await press('Halla', 'success')
    await press('Halla', 'success')
    expect(sent[1]!.key).toBe(sent[0]!.key)
    expect(sent[2]!.key).not.toBe(sent[0]!.key)
  })

  it('takes a new key for another input and after a refusal', async () => {
    show(<Buttons />)
    answers = [refusal(500, 'INTERNAL'), refusal(409, 'VERSION_CONFLICT')]
    await press('Halla', 'error')
    await press('Routa', 'error')
    await press('Routa', 'success')
    expect(new Set(sent.map(({ key }) => key)).size).toBe(3)
  })

  it('shows how the last call went, also when an earlier one ends after it', async () => {
    show(<Buttons />)
    const earlier = Promise.withResolvers<Response>()
    answers = [earlier.promise, refusal(409, 'VERSION_CONFLICT')]
    await press('Halla', 'pending')
    await press('Routa', 'error')
    earlier.resolve(answer(201, { name: 'Halla' }))
    await press('Routa', 'success')
    expect(sent).toHaveLength(3)
  })

  it('reads again what the call has changed', async () => {
    answers = [answer(200, { items: ['Routa'] })]
    show(
      <>
        <List />
        <Add />
      </>,
    )
    await screen.findByText('Routa')
    answers = [answer(201, { name: 'Halla' }), answer(200, { items: ['Routa', 'Halla'] })]
    fireEvent.click(screen.getByText('Lisää'))
    await screen.findByText('Routa, Halla')
  })
})

describe('Form and Field', () => {
  const form = (onDone = () => {}) => (
    <Form endpoint={write} submit="Lisää" onDone={onDone} unguarded>
      <Field name="name" label="Nimi" />
    </Form>
  )
  const field = () => screen.getByLabelText(/Nimi/) as HTMLInputElement
  const submit = () => fireEvent.submit(field().closest('form')!)

  it('send what was typed, once, and say that it is done', async () => {
    const done = vi.fn()
    show(form(done))
    fireEvent.change(field(), { target: { value: 'Halla' } })
    submit()
    await waitFor(() => expect(done).toHaveBeenCalledTimes(1))
    expect(sent.map(({ body }) => body)).toEqual([{ name: 'Halla' }])
  })

  it('send nothing that the schema refuses, and say so at the field', async () => {
    show(form())
    submit()
    await waitFor(() => expect(field().getAttribute('aria-invalid')).toBe('true'))
    expect(sent).toEqual([])
  })

  it('bring the server’s refusal back to its field and keep what was typed', async () => {
    show(form())
    answers = [refusal(400, 'VALIDATION', [{ path: 'name', code: 'EXISTS', message: 'is there' }])]
    fireEvent.change(field(), { target: { value: 'Halla' } })
    submit()
    await waitFor(() => expect(field().getAttribute('aria-invalid')).toBe('true'))
    expect(field().value).toBe('Halla')
  })

  it.each([
    [0.5, '0,5'],
    ['2026-03-15', '15.3.2026'],
  ])('say in the text of a bound what it is: %j', async (limit, words) => {
    show(form())
    answers = [refusal(400, 'VALIDATION', [{ path: 'name', code: 'TOO_SMALL', message: 'is below', limit }])]
    fireEvent.change(field(), { target: { value: 'Halla' } })
    submit()
    expect(await screen.findByText(`Pienin sallittu arvo on ${words}`)).toBeTruthy()
  })

  it('say what failed as a whole in an alert and keep what was typed', async () => {
    show(form())
    answers = [refusal(500, 'INTERNAL')]
    fireEvent.change(field(), { target: { value: 'Halla' } })
    submit()
    expect((await screen.findByRole('alert')).textContent).not.toBe('')
    expect(field().value).toBe('Halla')
  })
})

describe('FieldArray', () => {
  const lines = [
    { name: 'Lukko', price: 10 },
    { name: 'Valot', price: 20 },
    { name: 'Laukku', price: 30 },
  ]
  const form = () => (
    <Form endpoint={writeLines} initial={{ lines }} submit="Tallenna" unguarded>
      <FieldArray name="lines" add="Lisää rivi" removal={(place) => `Poista rivi ${place}`} max={4}>
        {(row, place) => (
          <>
            <Field name={`${row}.name`} label={`Nimi ${place}`} />
            <Field name={`${row}.price`} kind="money" label={`Hinta ${place}`} />
          </>
        )}
      </FieldArray>
    </Form>
  )
  const field = (label: string) => screen.getByLabelText(label) as HTMLInputElement
  const submit = () => fireEvent.submit(screen.getByText('Tallenna').closest('form')!)

  it('adds and removes rows; what was typed stays with its row and is sent in order', async () => {
    show(form())
    fireEvent.change(field('Hinta 3'), { target: { value: '33' } })
    fireEvent.click(screen.getByLabelText('Poista rivi 2'))
    fireEvent.click(screen.getByText('Lisää rivi'))
    expect(field('Hinta 2').value).toBe('33')
    expect(field('Nimi 3').value).toBe('')
    fireEvent.change(field('Nimi 3'), { target: { value: 'Pumppu' } })
    fireEvent.change(field('Hinta 3'), { target: { value: '5' } })
    submit()
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]!.body).toEqual({
      lines: [lines[0], { name: 'Laukku', price: 33 }, { name: 'Pumppu', price: 5 }],
    })
  })

  it('shows the server’s error of `lines.2.price` in the third row, after a removal too', async () => {
    show(form())
    fireEvent.click(screen.getByLabelText('Poista rivi 1'))
    fireEvent.click(screen.getByText('Lisää rivi'))
    fireEvent.change(field('Nimi 3'), { target: { value: 'Pumppu' } })
    fireEvent.change(field('Hinta 3'), { target: { value: '5' } })
    answers = [refusal(400, 'VALIDATION', [{ path: 'lines.2.price', code: 'NOT_VALID', message: 'no' }])]
    submit()
    await waitFor(() => expect(field('Hinta 3').getAttribute('aria-invalid')).toBe('true'))
    expect(field('Hinta 2').getAttribute('aria-invalid')).not.toBe('true')
  })

  it('offers no row beyond the most that the call takes, and sends an empty list when all are removed', async () => {
    show(form())
    fireEvent.click(screen.getByText('Lisää rivi'))
    expect(screen.queryByText('Lisää rivi')).toBeNull()
    for (let left = 4; left > 0; left--) fireEvent.click(screen.getByLabelText('Poista rivi 1'))
    submit()
    await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ lines: [] }]))
  })
})

describe('Loaded', () => {
  it('shows the skeleton, then what came', async () => {
    answers = [answer(200, { items: ['Halla', 'Routa'] })]
    show(<List />)
    expect(screen.getByText('Odota')).toBeTruthy()
    expect(await screen.findByText('Halla, Routa')).toBeTruthy()
  })

  it('shows the empty face', async () => {
    answers = [answer(200, { items: [] })]
    show(<List />)
    expect(await screen.findByText('Ei pyöriä')).toBeTruthy()
  })

  it('says what failed and tries again when asked', async () => {
    answers = [refusal(500, 'INTERNAL'), answer(200, { items: ['Halla'] })]
    show(<List />)
    const alert = await screen.findByRole('alert')
    fireEvent.click(alert.querySelector('button')!)
    expect(await screen.findByText('Halla')).toBeTruthy()
  })
})
