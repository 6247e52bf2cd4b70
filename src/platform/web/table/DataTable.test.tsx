// @vitest-environment happy-dom

import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { lazy } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { endpoint, Page, pageQuery, Shape, T } from '#platform/contract/contract.ts'
import fi from '#platform/texts/fi.json' with { type: 'json' }
import { refreshReads } from '#platform/web/api/refresh.ts'
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import { DataTable } from './DataTable.tsx'

const bikes = endpoint({
  method: 'GET',
  path: '/api/bikes',
  access: 'session',
  summary: 'Bikes.',
  query: Shape({
    ...pageQuery(),
    sort: T.Optional(T.String()),
    search: T.Optional(T.String()),
    kind: T.Optional(T.String()),
    id: T.Optional(T.String()),
  }),
  replies: { 200: Page(Shape({ id: T.String(), name: T.String() })) },
})

let asked: URL[]
let names: string[]
let refused: boolean
/** A filter that the list does not know, so the server refuses it. */
const unknownKind = 'BOAT'
let byIdGone: boolean

beforeAll(() => speakFinnish({ platform: fi }))
beforeEach(() => {
  asked = []
  names = ['Halla', 'Routa']
  refused = false
  byIdGone = false
  window.history.replaceState(null, '', '/pyorat')
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(new URL(address, 'http://localhost'))
    if (refused)
      return new Response(JSON.stringify({ code: 'INTERNAL', message: 'x', requestId: 'r' }), { status: 500 })
    if (asked.at(-1)!.searchParams.get('kind') === unknownKind)
      return new Response(JSON.stringify({ code: 'VALIDATION', message: 'x', requestId: 'r' }), { status: 400 })
    const id = asked.at(-1)!.searchParams.get('id')
    const items = (id ? (byIdGone ? [] : [id]) : names).map((name) => ({ id: name, name }))
    const page = { page: 1, limit: 20, total: 41, totalPages: 3, hasNext: true, hasPrevious: false }
    return new Response(JSON.stringify({ items, ...page, ...(names.length === 0 ? { total: 0, totalPages: 0 } : {}) }))
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** An act in a panel that takes its row out of the list. */
function Accept({ name, close }: { name: string; close?: () => void }) {
  const accept = () => {
    names = names.filter((one) => one !== name)
    close?.()
    void refreshReads('all')
  }
  return (
    <button type="button" onClick={accept}>
      Hyväksy {name}
    </button>
  )
}

const table = () =>
  showPage(
    <DataTable
      from={bikes}
      label="Pyörät"
      rowKey={(row) => row.id}
      columns={[{ key: 'name', title: 'Nimi', sort: 'name', cell: (row) => row.name }]}
      search={{ name: 'search', hint: 'Hae pyörää' }}
      filters={[{ name: 'kind', label: 'Laji', options: [{ value: 'CITY', label: 'Kaupunki' }] }]}
      panel={{ title: (row) => `Pyörä ${row.name}`, content: (row) => <p>Tiedot: {row.name}</p> }}
      selection={{
        labelOf: (row) => `Valitse ${row.name}`,
        actions: (rows, clear) => (
          <button type="button" onClick={clear}>
            Merkitse {rows.length}
          </button>
        ),
      }}
      empty={{ text: 'Ei pyöriä' }}
    />,
  )
const lastQuery = () => Object.fromEntries(asked.at(-1)!.searchParams)
const rowOf = (name: string) => screen.findByRole('row', { name: new RegExp(name) })

describe('DataTable', () => {
  it('asks for the first page and shows its rows', async () => {
    table()
    await rowOf('Halla')
    await rowOf('Routa')
    expect(lastQuery()).toEqual({ page: '1', limit: '20' })
  })

  it('draws a long list a part at a time, in its order and each row once, with the choice of all of them', async () => {
    names = Array.from({ length: 47 }, (_, place) => `Pyörä ${String(place).padStart(2, '0')}`)
    const seen = new Set<number>()
    const watch = new MutationObserver(() => seen.add(document.querySelectorAll('tbody td button').length))
    watch.observe(document.body, { childList: true, subtree: true })
    table()
    const shown = () => [...document.querySelectorAll('tbody td button')].map((button) => button.textContent)
    await waitFor(() => expect(shown()).toEqual(names))
    watch.disconnect()
    expect([...seen].filter((count) => count > 0)).toEqual([15, 30, 45, 47])
    fireEvent.click(screen.getByLabelText(fi.table.chooseAll))
    await screen.findByRole('button', { name: 'Merkitse 47' })
  })

  it('sorts by a press: ascending, descending, then as at first, and says so to readers of the screen', async () => {
    table()
    await rowOf('Halla')
    const press = async (sort: string | undefined, expected: string | null) => {
      fireEvent.click(within(screen.getByRole('columnheader', { name: /Nimi/ })).getByRole('button'))
      await waitFor(() => expect(lastQuery().sort).toBe(sort))
      expect(screen.getByRole('columnheader', { name: /Nimi/ }).getAttribute('aria-sort')).toBe(expected)
    }
    await press('name', 'ascending')
    await press('-name', 'descending')
    await press(undefined, null)
  })

  it('keeps page, filter and search in the address, and starts from the first page after a filter', async () => {
    window.history.replaceState(null, '', '/pyorat?page=3&q=halla')
    table()
    await rowOf('Halla')
    expect(lastQuery()).toEqual({ page: '3', limit: '20', search: 'halla' })
    fireEvent.change(screen.getByLabelText('Laji'), { target: { value: 'CITY' } })
    await waitFor(() => expect(lastQuery()).toEqual({ page: '1', limit: '20', search: 'halla', kind: 'CITY' }))
    expect(window.location.search).toContain('kind=CITY')
  })

  it('opens a row beside the list, with the row in the address', async () => {
    table()
    fireEvent.click(within(await rowOf('Halla')).getByRole('button', { name: 'Halla' }))
    expect(await screen.findByText('Tiedot: Halla')).toBeTruthy()
    expect(window.location.search).toContain('Halla')
  })

  it('opens the row of a link that stands on another page, where the list answers one by its id', async () => {
    window.history.replaceState(null, '', '/pyorat?open=Tuisku')
    showPage(
      <DataTable
        from={bikes}
        label="Pyörät"
        rowKey={(row) => row.id}
        columns={[{ key: 'name', title: 'Nimi', cell: (row) => row.name }]}
        panel={{ byId: true, title: (row) => row.name, content: (row) => <p>Tiedot: {row.name}</p> }}
      />,
    )
    expect(await screen.findByText('Tiedot: Tuisku')).toBeTruthy()
    expect(asked.map(({ searchParams }) => searchParams.get('id'))).toEqual([null, 'Tuisku'])
    expect(screen.queryByRole('row', { name: /Tuisku/ })).toBeNull()
  })

  it('goes on from the row that comes next when an act has taken the open one out of the list', async () => {
    names = ['Halla', 'Routa', 'Tuisku']
    showPage(
      <DataTable
        from={bikes}
        label="Pyörät"
        rowKey={(row) => row.id}
        columns={[{ key: 'name', title: 'Nimi', cell: (row) => row.name }]}
        panel={{ title: (row) => row.name, content: (row, close) => <Accept name={row.name} close={close} /> }}
      />,
    )
    fireEvent.click(within(await rowOf('Routa')).getByRole('button', { name: 'Routa' }))
    fireEvent.click(await screen.findByText('Hyväksy Routa'))
    await waitFor(() => expect(screen.queryByRole('row', { name: /Routa/ })).toBeNull())
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Tuisku'))
  })

  it('keeps the panel that reads its row by itself when an act takes the row out of the list', async () => {
    showPage(
      <DataTable
        from={bikes}
        label="Pyörät"
        rowKey={(row) => row.id}
        columns={[{ key: 'name', title: 'Nimi', cell: (row) => row.name }]}
        panel={{ byId: true, title: (row) => row.name, content: (row) => <Accept name={row.name} /> }}
      />,
    )
    fireEvent.click(within(await rowOf('Routa')).getByRole('button', { name: 'Routa' }))
    byIdGone = true
    fireEvent.click(await screen.findByText('Hyväksy Routa'))
    await waitFor(() => expect(screen.queryByRole('row', { name: /Routa/ })).toBeNull())
    expect(screen.getByText('Hyväksy Routa')).toBeTruthy()
  })

  it('stays as it is when the panel of a row cannot be fetched', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const Missing = lazy(() => Promise.reject(new Error('no such part')))
    showPage(
      <DataTable
        from={bikes}
        label="Pyörät"
        rowKey={(row) => row.id}
        columns={[{ key: 'name', title: 'Nimi', cell: (row) => row.name }]}
        panel={{ title: (row) => row.name, content: () => <Missing /> }}
      />,
    )
    fireEvent.click(within(await rowOf('Halla')).getByRole('button', { name: 'Halla' }))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Tätä osaa sivusta ei saatu näytettyä.')
    expect(within(alert).getByRole('button', { name: 'Yritä uudelleen' })).toBeTruthy()
    await rowOf('Routa')
  })

  it('offers what may be done with the chosen rows, until the choice is cleared', async () => {
    table()
    fireEvent.click(within(await rowOf('Halla')).getByRole('checkbox'))
    fireEvent.click(within(await rowOf('Routa')).getByRole('checkbox'))
    fireEvent.click(await screen.findByText('Merkitse 2'))
    await waitFor(() => expect(screen.queryByText(/Merkitse/)).toBeNull())
  })

  it('folds more than two days behind a button, until one is set', async () => {
    const days = ['createdFrom', 'createdTo', 'paidFrom', 'paidTo'].map((name) => ({
      name,
      label: name,
      kind: 'day' as const,
    }))
    const shown = (filters: typeof days) =>
      showPage(
        <DataTable
          from={bikes}
          label="Pyörät"
          rowKey={(row) => row.id}
          columns={[{ key: 'name', title: 'Nimi', cell: (row) => row.name }]}
          filters={filters}
        />,
      )
    shown(days.slice(0, 2))
    expect(await screen.findByLabelText('createdTo')).toBeTruthy()
    cleanup()
    shown(days)
    await rowOf('Halla')
    expect(screen.queryByLabelText('createdTo')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Rajaa päivillä' }))
    expect(screen.getByLabelText('createdTo')).toBeTruthy()
    cleanup()
    window.history.replaceState(null, '', '/pyorat?paidTo=2026-11-20')
    shown(days)
    expect(await screen.findByLabelText('paidTo')).toBeTruthy()
  })

  it('is drawn with an address whose day is none, so that the filter can be cleared', async () => {
    window.history.replaceState(null, '', '/pyorat?from=abc')
    showPage(
      <DataTable
        from={bikes}
        label="Pyörät"
        rowKey={(row) => row.id}
        columns={[{ key: 'name', title: 'Nimi', cell: (row) => row.name }]}
        filters={[{ name: 'from', label: 'Alkaen', kind: 'day' }]}
      />,
    )
    await rowOf('Halla')
    expect(screen.getByLabelText<HTMLInputElement>('Alkaen').value).toBe('')
    fireEvent.click(screen.getByRole('button', { name: 'Tyhjennä rajaukset' }))
    await waitFor(() => expect(window.location.search).toBe(''))
  })

  it('offers to clear the filters when the address names one that the list does not know', async () => {
    window.history.replaceState(null, '', `/pyorat?kind=${unknownKind}&sort=-weight&page=7`)
    table()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Osoitteessa on rajaus, jota tällä listalla ei ole.')
    fireEvent.click(within(alert).getByRole('button', { name: 'Tyhjennä rajaukset' }))
    await rowOf('Halla')
    expect([lastQuery(), window.location.search]).toEqual([{ page: '1', limit: '20' }, ''])
  })

  it('says that nothing was found, and tries again after a failure', async () => {
    refused = true
    table()
    const alert = await screen.findByRole('alert')
    refused = false
    names = []
    fireEvent.click(alert.querySelector('button')!)
    expect(await screen.findByText('Ei pyöriä')).toBeTruthy()
  })
})

describe('a list that is wider than a small laptop', () => {
  const widths = { TABLE: 700, TH: 300, SECTION: 500 } as Record<string, number>
  const widthOf = (element: HTMLElement) => widths[element.tagName] ?? 0
  beforeEach(() => {
    localStorage.clear()
    for (const name of ['offsetWidth', 'clientWidth'] as const)
      vi.spyOn(HTMLElement.prototype, name, 'get').mockImplementation(function (this: HTMLElement) {
        return widthOf(this)
      })
  })
  afterEach(() => vi.restoreAllMocks())

  const show = (more: { cards?: false } = {}) =>
    showPage(
      <DataTable
        {...more}
        from={bikes}
        label="Pyörät"
        rowKey={(row) => row.id}
        columns={[
          { key: 'name', title: 'Nimi', cell: (row) => row.name },
          { key: 'colour', title: 'Väri', cell: () => 'sininen', choice: true },
          { key: 'price', title: 'Hinta', cell: () => '100' },
        ]}
      />,
    )
  const heads = async () => {
    await screen.findByText('Halla')
    return screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  }

  it('leaves out a column that may be hidden', async () => {
    show()
    expect(await heads()).toEqual(['Nimi', 'Hinta'])
  })

  it('keeps the columns that the reader has chosen', async () => {
    localStorage.setItem('poljin.columns./api/bikes', '[]')
    show()
    expect(await heads()).toEqual(['Nimi', 'Väri', 'Hinta'])
  })

  it('keeps every column of a report', async () => {
    show({ cards: false })
    expect(await heads()).toEqual(['Nimi', 'Väri', 'Hinta'])
  })
})

it('tells rows of one name apart by more of what they hold, for whoever hears the opener alone', async () => {
  names = ['Halla', 'Routa']
  showPage(
    <DataTable
      from={bikes}
      label="Pyörät"
      rowKey={(row) => row.id}
      columns={[
        { key: 'kind', title: 'Laji', cell: () => 'Sähköpyörä' },
        { key: 'name', title: 'Nimi', cell: (row) => row.name, inName: true },
      ]}
      panel={{ title: (row) => row.name, content: () => null }}
    />,
  )
  const openers = await screen.findAllByRole('button', { name: /^Sähköpyörä/ })
  const spoken = openers.map(({ textContent }) => textContent)
  expect(spoken).toEqual(['Sähköpyörä, Halla', 'Sähköpyörä, Routa'])
})

it('folds several filters behind a button, which a phone alone shows and which says how many are set', async () => {
  const filters = ['kind', 'other'].map((name) => ({
    name,
    label: name,
    options: [{ value: 'CITY', label: 'Kaupunki' }],
  }))
  const table = (
    <DataTable
      from={bikes}
      label="Pyörät"
      rowKey={(row) => row.id}
      filters={filters}
      columns={[{ key: 'name', title: 'Nimi', cell: (row) => row.name }]}
    />
  )
  showPage(table)
  fireEvent.click(await screen.findByRole('button', { name: 'Rajaukset' }))
  const kind = () => screen.getByRole('combobox', { name: 'kind' })
  expect(kind().closest('[data-folded]')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Rajaukset', expanded: true }))
  expect(kind().closest('[data-folded]')).not.toBeNull()
  cleanup()
  window.history.replaceState(null, '', '/pyorat?kind=CITY')
  showPage(table)
  await screen.findByRole('button', { name: 'Rajaukset (1)', expanded: false })
})
