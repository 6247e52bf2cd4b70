// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { endpoint, Shape, T } from '#platform/contract/contract.ts'
import fi from '#platform/texts/fi.json' with { type: 'json' }
import { useApi } from '#platform/web/api/api.ts'
import { Tab, TabList, TabPanel, Tabs } from '#platform/web/controls/Tabs.tsx'
import { navigate } from '#platform/web/router/history.ts'
import { showPage as show } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import { Dialog } from '../dialogs/Dialog.tsx'
import { Field } from './Field.tsx'
import { Form } from './Form.tsx'
import { forgetDrafts, forgetDraftsOfOthers } from './kept/forget-drafts.ts'

const readBike = endpoint({
  method: 'GET',
  path: '/api/bike',
  access: 'session',
  summary: 'A bike.',
  replies: { 200: Shape({ name: T.String(), colour: T.String(), version: T.Integer() }) },
})
const writeBike = endpoint({
  method: 'PUT',
  path: '/api/bike',
  access: 'session',
  summary: 'Changes a bike.',
  body: Shape({
    name: T.String({ minLength: 1 }),
    colour: T.String(),
    version: T.Integer(),
    secret: T.Optional(T.String()),
  }),
  replies: { 200: Shape({ name: T.String() }) },
})

let stored: { name: string; colour: string; version: number }
let refusal: { status: number; code: string } | null
const sent: unknown[] = []

beforeAll(() => speakFinnish({ platform: fi }))
beforeEach(() => {
  stored = { name: 'Halla', colour: 'musta', version: 1 }
  refusal = null
  sent.length = 0
  sessionStorage.clear()
  vi.stubGlobal('fetch', async (_address: string, request: RequestInit) => {
    if (request.method === 'GET') return new Response(JSON.stringify(stored))
    sent.push(JSON.parse(String(request.body)))
    if (!refusal) return new Response(JSON.stringify({ name: 'Halla' }))
    const { status, code } = refusal
    return new Response(JSON.stringify({ code, message: code, requestId: 'r1' }), { status })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Bike() {
  const bike = useApi(readBike, {})
  if (!bike.data) return null
  const { version, ...initial } = bike.data
  return (
    <Form endpoint={writeBike} initial={initial} also={{ version }} submit="Tallenna" refresh={[readBike]}>
      <Field name="name" label="Nimi" />
      <Field name="colour" label="Väri" />
      <Field name="secret" kind="password" label="Salasana" />
    </Form>
  )
}

/** Drawn anew for the next one as soon as one has been sent. */
function Next() {
  const [round, setRound] = useState(0)
  return (
    <Form
      key={round}
      endpoint={writeBike}
      initial={{ colour: 'musta' }}
      also={{ version: 1 }}
      submit="Tallenna"
      onDone={() => setRound((now) => now + 1)}
    >
      <Field name="name" label="Nimi" />
    </Form>
  )
}

/** Beside another tab, with a form in a dialog of the same tab. */
function InTabs() {
  const [asks, setAsks] = useState(false)
  return (
    <Tabs defaultValue="bike">
      <TabList>
        <Tab value="bike">Pyörä</Tab>
        <Tab value="other">Muut</Tab>
      </TabList>
      <TabPanel value="bike">
        <Bike />
        <button type="button" onClick={() => setAsks(true)}>
          Kysy
        </button>
        <Dialog opened={asks} close={() => setAsks(false)} title="Kysymys">
          <Form endpoint={writeBike} also={{ version: 2 }} submit="Lähetä">
            <Field name="name" label="Kysymys" />
          </Form>
        </Dialog>
      </TabPanel>
      <TabPanel value="other">Muut</TabPanel>
    </Tabs>
  )
}

const field = async (label: string) => (await screen.findByLabelText(label)) as HTMLInputElement
const type = async (label: string, value: string) => fireEvent.change(await field(label), { target: { value } })
const submit = () => fireEvent.submit(screen.getByText('Tallenna').closest('form')!)

it('sends what its fields show, also where a program filled them in and pressed no key', async () => {
  show(<Bike />)
  const filled = await field('Nimi')
  // As a program does: past the library, which hears of no event.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(filled, 'Routa')
  submit()
  await waitFor(() => expect(sent).toEqual([{ name: 'Routa', colour: 'musta', version: 1 }]))
})

it('asks of phones neither capitals nor corrections where an address or a secret is typed', async () => {
  show(
    <Form endpoint={writeBike} submit="Tallenna">
      <Field name="email" kind="email" label="Sähköposti" />
      <Field name="firstName" label="Etunimi" />
      <Field name="iban" label="Tilinumero" />
      <Field name="reason" label="Syy" />
    </Form>,
  )
  const hands = async (label: string) => {
    const shown = await field(label)
    return ['autocapitalize', 'spellcheck'].map((name) => shown.getAttribute(name))
  }
  expect(await hands('Sähköposti')).toEqual(['none', 'false'])
  expect(await hands('Tilinumero')).toEqual(['none', 'false'])
  expect(await hands('Etunimi')).toEqual(['words', 'false'])
  expect(await hands('Syy')).toEqual([null, null])
})

describe('a form that could not be sent', () => {
  it('says so between the fields and the button, and takes the focus there', async () => {
    refusal = { status: 500, code: 'INTERNAL' }
    show(<Bike />)
    await type('Nimi', 'Routa')
    submit()
    const alert = await screen.findByRole('alert')
    await waitFor(() => expect(document.activeElement).toBe(alert))
    const isBefore = (one: Element, other: Element) =>
      (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
    expect(isBefore(await field('Väri'), alert)).toBe(true)
    expect(isBefore(alert, screen.getByText('Tallenna'))).toBe(true)
    expect(screen.getAllByRole('alert')).toHaveLength(1)
  })

  it('keeps what was typed through a conflict, shows what others changed, and is sent with the new version', async () => {
    refusal = { status: 409, code: 'VERSION_CONFLICT' }
    show(<Bike />)
    await type('Nimi', 'Routa')
    submit()
    await screen.findByText(fi.form.conflictTitle)
    stored = { name: 'Halla', colour: 'vihreä', version: 2 }
    refusal = null
    fireEvent.click(screen.getByText(fi.form.conflictReload))
    await waitFor(async () => expect((await field('Väri')).value).toBe('vihreä'))
    expect((await field('Nimi')).value).toBe('Routa')
    submit()
    await waitFor(() => expect(sent.at(-1)).toMatchObject({ name: 'Routa', colour: 'vihreä', version: 2 }))
  })
})

it('judges the body that is sent, from which its shaping may leave a part out, and hands that body on', async () => {
  const done = vi.fn()
  show(
    <Form
      endpoint={writeBike}
      initial={{ name: 'Halla' }}
      also={{ version: 1 }}
      toBody={({ name, version }) => ({ name, colour: 'musta', version })}
      submit="Tallenna"
      onDone={done}
    >
      <Field name="name" label="Nimi" />
      <Field name="colour" label="Väri" />
    </Form>,
  )
  fireEvent.blur(await field('Väri'))
  expect((await field('Väri')).getAttribute('aria-invalid')).not.toBe('true')
  submit()
  const body = { name: 'Halla', colour: 'musta', version: 1 }
  await waitFor(() => expect(done).toHaveBeenCalledWith({ name: 'Halla' }, body))
  expect(sent).toEqual([body])
})

it('a choice that nobody has made shows none, so that the first one can be chosen too', async () => {
  const options = ['musta', 'sininen'].map((value) => ({ value, label: value }))
  show(
    <Form endpoint={writeBike} initial={{ name: 'Halla' }} also={{ version: 1 }} submit="Tallenna">
      <Field name="colour" kind="select" label="Väri" options={options} />
    </Form>,
  )
  const choice = (await screen.findByLabelText('Väri')) as HTMLSelectElement
  expect([choice.value, choice.options.length]).toEqual(['', 3])
  fireEvent.change(choice, { target: { value: 'musta' } })
  expect(choice.options).toHaveLength(2)
})

describe('what is typed', () => {
  it('is found again when its tab comes back, until the page is left', async () => {
    const { unmount } = show(<InTabs />)
    await type('Nimi', 'Routa')
    fireEvent.click(screen.getByRole('tab', { name: 'Muut' }))
    expect(screen.queryByLabelText('Nimi')).toBeNull()
    fireEvent.click(screen.getByRole('tab', { name: 'Pyörä' }))
    expect((await field('Nimi')).value).toBe('Routa')
    unmount()
    show(<InTabs />)
    expect((await field('Nimi')).value).toBe('Halla')
  })

  it('is forgotten with a dialog that is closed in a tab', async () => {
    show(<InTabs />)
    await field('Nimi')
    for (const text of ['Mikä väri?', '']) {
      fireEvent.click(screen.getByText('Kysy'))
      const question = (await screen.findByRole('textbox', { name: 'Kysymys' })) as HTMLInputElement
      if (text === '') expect(question.value).toBe('')
      fireEvent.change(question, { target: { value: text } })
      fireEvent.click(screen.getByRole('button', { name: fi.actions.close }))
      await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Kysymys' })).toBeNull())
    }
  })

  it('is found again by a page that is loaded anew, but never a password', async () => {
    show(<Bike />)
    await type('Nimi', 'Routa')
    await type('Salasana', 'salainen-sana')
    await waitFor(() => expect(JSON.stringify(Object.entries(sessionStorage))).toContain('Routa'))
    expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('salainen-sana')
    // A page that is loaded anew leaves without taking its form down.
    document.body.innerHTML = ''
    show(<Bike />)
    expect((await field('Nimi')).value).toBe('Routa')
    expect((await field('Salasana')).value).toBe('')
  })

  it('is found again where nobody is asked before leaving, but never a code', async () => {
    const form = () => (
      <Form endpoint={writeBike} submit="Tallenna" unguarded>
        <Field name="name" label="Nimi" />
        <Field name="code" label="Koodi" />
      </Form>
    )
    show(form())
    await type('Nimi', 'Routa')
    await type('Koodi', '123456')
    await waitFor(() => expect(JSON.stringify(Object.entries(sessionStorage))).toContain('Routa'))
    expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('123456')
    document.body.innerHTML = ''
    show(form())
    expect((await field('Nimi')).value).toBe('Routa')
  })

  it('is not found in the same form of another subject or act', async () => {
    const form = (also: { version: number }) => (
      <Form endpoint={writeBike} initial={{}} also={also} submit="Tallenna">
        <Field name="name" label="Nimi" />
      </Form>
    )
    const of = (subject: string) => form({ version: 1, subject } as { version: number })
    show(of('A'))
    await type('Nimi', 'Lasku A')
    await waitFor(() => expect(JSON.stringify(Object.entries(sessionStorage))).toContain('Lasku A'))
    document.body.innerHTML = ''
    show(of('B'))
    expect((await field('Nimi')).value).toBe('')
    document.body.innerHTML = ''
    show(of('A'))
    expect((await field('Nimi')).value).toBe('Lasku A')
  })

  it('is asked about before it is left, also right after the page was loaded anew', async () => {
    const page = show(<Bike />)
    await type('Nimi', 'Routa')
    await waitFor(() => expect(Object.keys(sessionStorage)).toHaveLength(1))
    const kept = Object.entries(sessionStorage)
    // The first page must not ask in the place of the second.
    page.unmount()
    for (const [name, text] of kept) sessionStorage.setItem(name, String(text))
    show(<Bike />)
    await waitFor(async () => expect((await field('Nimi')).value).toBe('Routa'))
    navigate('/muualle')
    expect(await screen.findByText(fi.form.leaveTitle)).toBeTruthy()
  })

  it('is forgotten once it has been sent', async () => {
    show(<Bike />)
    await type('Nimi', 'Routa')
    submit()
    await waitFor(() => expect(sent).toHaveLength(1))
    await waitFor(() => expect(Object.keys(sessionStorage)).toEqual([]))
  })

  it('is not read by a form that is drawn anew for the next one', async () => {
    show(<Next />)
    await type('Nimi', 'Routa')
    submit()
    await waitFor(async () => expect((await field('Nimi')).value).toBe(''))
    expect(sent).toEqual([{ version: 1, name: 'Routa' }])
  })

  it('waits for an answer where the form asks first, and stays as typed without one', async () => {
    const asked: (() => void)[] = []
    show(
      <Form endpoint={writeBike} also={{ version: 1 }} submit="Tallenna" ask={(send) => asked.push(send)}>
        <Field name="name" label="Nimi" />
      </Form>,
    )
    await field('Nimi')
    submit()
    expect(asked).toEqual([])
    await type('Nimi', 'Routa')
    submit()
    await waitFor(() => expect(asked).toHaveLength(1))
    expect([sent, (await field('Nimi')).value]).toEqual([[], 'Routa'])
    asked[0]!()
    await waitFor(() => expect(sent).toEqual([{ version: 1, name: 'Routa' }]))
  })

  it('stays where it was typed while the rest was on its way', async () => {
    let answer = () => {}
    const waits = new Promise<void>((resolve) => {
      answer = resolve
    })
    vi.stubGlobal('fetch', async (_address: string, { method, body }: RequestInit) => {
      if (method === 'GET') return new Response(JSON.stringify(stored))
      sent.push(JSON.parse(String(body)))
      await waits
      stored = { ...stored, name: 'Routa', version: 2 }
      return new Response(JSON.stringify({ name: 'Routa' }))
    })
    show(<Bike />)
    await type('Nimi', 'Routa')
    submit()
    await waitFor(() => expect(sent).toHaveLength(1))
    await type('Väri', 'vihreä')
    answer()
    await waitFor(async () => expect((await field('Nimi')).value).toBe('Routa'))
    await waitFor(() => expect(screen.getByText('Tallenna').closest('button')?.dataset.loading).toBeUndefined())
    expect((await field('Väri')).value).toBe('vihreä')
  })

  it('by others than whoever is signed in now is dropped, and by nobody in particular is kept', async () => {
    const key = (userId: string | null, path: string) => `poljin.draft ${JSON.stringify([userId, 'PUT', path])}`
    for (const name of [key('a', '/1'), key('b', '/2'), key(null, '/3'), 'poljin.draft join token', 'other'])
      sessionStorage.setItem(name, '{"name":"Routa"}')
    forgetDraftsOfOthers('a')
    expect(Object.keys(sessionStorage).toSorted()).toEqual(
      [key('a', '/1'), key(null, '/3'), 'poljin.draft join token', 'other'].toSorted(),
    )
  })

  it('is forgotten when the form is left, and by whoever signs out', async () => {
    const page = show(<Bike />)
    await type('Nimi', 'Routa')
    await waitFor(() => expect(Object.keys(sessionStorage)).toHaveLength(1))
    page.unmount()
    expect(Object.keys(sessionStorage)).toEqual([])
    show(<Bike />)
    await type('Nimi', 'Routa')
    await waitFor(() => expect(Object.keys(sessionStorage)).toHaveLength(1))
    forgetDrafts()
    expect(Object.keys(sessionStorage)).toEqual([])
  })
})
