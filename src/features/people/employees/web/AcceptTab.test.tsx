// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import fi from '#platform/texts/fi.json' with { type: 'json' }
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import texts from '../texts/fi.json' with { type: 'json' }
import { AcceptTab } from './AcceptTab.tsx'

const idOf = (number: number) => `00000000-0000-7000-8000-00000000000${number}`
const person = (number: number, lastName: string, version: number) => ({
  beneficiaryEmployeeId: idOf(number),
  companyId: idOf(9),
  version,
  createdAt: '2026-11-20T08:00:00Z',
  remarks: [],
  status: 'PENDING',
  orders: [],
  systemUser: { firstName: 'Oskar', lastName, workEmail: 'oskar@kaarna.example' },
})

/** What the server answers to the refusal of each, by their place: null refuses them. */
let answers: Record<string, { status: number; code: string } | null>
let versions: Record<string, number>
let isReached: boolean
let sent: { id: string; body: { rejectReason: string; version: number } }[]

async function answer(address: string, request: RequestInit) {
  if (!isReached) throw new TypeError('fetch failed')
  const id = /0000000\d(?=\/|$)/.exec(address.split('?')[0]!)?.[0].at(-1) ?? ''
  const now = (number: string) => person(Number(number), number === '1' ? 'Malli' : 'Esimerkki', versions[number]!)
  if (address.endsWith('/decide')) {
    sent.push({ id, body: JSON.parse(String(request.body)) })
    const refusal = answers[id]
    if (refusal) {
      const { status, code } = refusal
      return Response.json({ code, message: code, requestId: 'r' }, { status })
    }
    return Response.json({ employee: now(id) })
  }
  if (address.includes('/details/')) return Response.json({ employee: now(id) })
  const items = ['1', '2'].map(now)
  return Response.json({ employees: items, currentPage: 1, totalPages: 1, totalCount: 2 })
}

beforeAll(() => speakFinnish({ platform: fi, employees: texts }))
beforeEach(() => {
  sessionStorage.clear()
  answers = {}
  versions = { 1: 3, 2: 5 }
  isReached = true
  sent = []
  vi.stubGlobal('fetch', (address: string, request: RequestInit) => answer(String(address), request))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const show = () => showPage(<AcceptTab list={[]} companyId="" oldestPendingAt={null} pendingCount={2} share={null} />)
const reason = async () => (await screen.findByLabelText(texts.reject.reason)) as HTMLTextAreaElement
const writeReason = async (text: string) => fireEvent.change(await reason(), { target: { value: text } })
const send = async () => fireEvent.submit((await reason()).closest('form')!)
const openFor = async (name: string) => fireEvent.click(await screen.findByLabelText(`Hylkää ${name}`))

it('a refusal without a reason goes nowhere, and the field that lacks it has the focus', async () => {
  show()
  await openFor('Oskar Malli')
  await send()
  await screen.findByText('Kirjoita perustelu')
  expect(document.activeElement).toBe(await reason())
  expect(sent).toEqual([])
})

describe('a refusal that could not be sent', () => {
  it('is told in its dialog, which takes the focus there and keeps the reason for the next try', async () => {
    show()
    await openFor('Oskar Malli')
    await writeReason('Määräaikainen')
    answers = { 1: { status: 500, code: 'INTERNAL' } }
    await send()
    const alert = await screen.findByRole('alert')
    await waitFor(() => expect(document.activeElement).toBe(alert))
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    expect((await reason()).value).toBe('Määräaikainen')
    answers = {}
    await send()
    await waitFor(() => expect(screen.queryByLabelText(texts.reject.reason)).toBe(null))
    expect(sent.at(-1)?.body).toMatchObject({ rejectReason: 'Määräaikainen', version: 3 })
  })

  it('keeps the reason through a conflict and refuses the person as stored now', async () => {
    show()
    await openFor('Oskar Malli')
    await writeReason('Määräaikainen')
    answers = { 1: { status: 409, code: 'VERSION_CONFLICT' } }
    await send()
    versions = { 1: 4, 2: 5 }
    fireEvent.click(await screen.findByText(fi.form.conflictReload))
    await waitFor(() => expect(screen.queryByRole('alert')).toBe(null))
    expect((await reason()).value).toBe('Määräaikainen')
    answers = {}
    await send()
    await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ rejectReason: 'Määräaikainen', version: 4 }))
  })

  it('of several goes on with those who are left, and with nobody when the service does not answer', async () => {
    show()
    await screen.findByLabelText('Hylkää Oskar Malli')
    for (const box of screen.getAllByRole('checkbox').slice(-2)) fireEvent.click(box)
    fireEvent.click(await screen.findByText(texts.decide.rejectEllipsis))
    await writeReason('Määräaikainen')
    answers = { 2: { status: 500, code: 'INTERNAL' } }
    await send()
    await screen.findByText('Hylätäänkö Oskar Esimerkki?')
    expect((await reason()).value).toBe('Määräaikainen')
    expect(sent.filter(({ id }) => id === '1')).toHaveLength(1)
    answers = {}
    await send()
    await waitFor(() => expect(screen.queryByLabelText(texts.reject.reason)).toBe(null))
    expect(sent.filter(({ id }) => id === '1')).toHaveLength(1)
    expect(sent.at(-1)?.id).toBe('2')
  })
})
