// @vitest-environment happy-dom

import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { orderLinks } from '#features/orders/orders/link-contract.ts'
import platform from '#platform/texts/fi.json' with { type: 'json' }
import { Field, Form } from '#platform/web/form/Form.tsx'
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import texts from '../texts/fi.json' with { type: 'json' }
import { ScanFrame } from './ScanFrame.tsx'

beforeAll(() => speakFinnish({ platform, glovebox: texts }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  delete window.BarcodeDetector
  delete window.TextDetector
})

const show = () =>
  showPage(
    <Form endpoint={orderLinks.storeReports} params={{ token: 't' }} submit="Lähetä">
      <Field name="frameNumber" label="Runkonumero" />
      <ScanFrame name="frameNumber" />
    </Form>,
  )

/** A phone whose browser reads these codes from a picture. */
function phone(...codes: string[]) {
  vi.stubGlobal('createImageBitmap', async () => ({ close: () => undefined }))
  window.BarcodeDetector = class {
    detect = async () => codes.map((rawValue) => ({ rawValue }))
  }
}

const choose = () => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('There is no way to take a picture')
  fireEvent.change(input, { target: { files: [new File(['x'], 'runko.jpg', { type: 'image/jpeg' })] } })
}

it('is not there where the browser reads no codes, and the number is typed', () => {
  show()
  expect(screen.queryByRole('button', { name: texts.scan.act })).toBeNull()
  expect(screen.queryByRole('button', { name: texts.scan.picture })).toBeNull()
  expect(screen.getByRole('textbox', { name: 'Runkonumero' })).toBeTruthy()
})

it('takes the first code that can be a frame number, and leaves what is typed when there is none', async () => {
  phone('https://kauppa.test/?id=1', 'HT7 770 100')
  show()
  choose()
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Runkonumero' })
  await waitFor(() => expect(field.value).toBe('HT7 770 100'))
  phone('https://kauppa.test/?id=1')
  fireEvent.change(field, { target: { value: 'OMA-1' } })
  choose()
  await screen.findByText(texts.scan.none)
  expect(field.value).toBe('OMA-1')
})

it('reads what is printed where the browser reads letters and no codes', async () => {
  vi.stubGlobal('createImageBitmap', async () => ({ close: () => undefined }))
  window.TextDetector = class {
    detect = async () => [{ rawValue: 'MADE IN FINLAND' }, { rawValue: 'WTU 123 K456' }]
  }
  show()
  choose()
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Runkonumero' })
  await waitFor(() => expect(field.value).toBe('WTU 123 K456'))
})

it('offers a picture where the camera may not be used', async () => {
  phone('HT7 770 100')
  vi.stubGlobal('navigator', {
    ...navigator,
    mediaDevices: { getUserMedia: async () => Promise.reject(new Error('NotAllowedError')) },
  })
  show()
  fireEvent.click(screen.getByRole('button', { name: texts.scan.act }))
  await screen.findByText(texts.scan.refused)
  expect(screen.getByRole('button', { name: texts.scan.picture })).toBeTruthy()
})
