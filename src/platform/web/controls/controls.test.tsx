// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import fi from '#platform/texts/fi.json' with { type: 'json' }
import { speakFinnish } from '#testing/speak.ts'
import { Button } from './Button.tsx'
import { FileButton } from './FileButton.tsx'
import { PasswordInput } from './PasswordInput.tsx'
import { Tab, TabList, TabPanel, Tabs } from './Tabs.tsx'
import { TextInput } from './TextInput.tsx'

beforeAll(() => speakFinnish({ platform: fi }))
afterEach(cleanup)

it('a button cannot be pressed while its act is under way', () => {
  let pressed = 0
  const button = (loading: boolean) => (
    <Button loading={loading} onClick={() => (pressed += 1)}>
      Tallenna
    </Button>
  )
  const { rerender } = render(button(true))
  fireEvent.click(screen.getByRole('button', { name: 'Tallenna' }))
  rerender(button(false))
  fireEvent.click(screen.getByRole('button', { name: 'Tallenna' }))
  expect(pressed).toBe(1)
})

it('a field is explained by its error and its hint, and marked as wrong', () => {
  render(<TextInput id="nimi" label="Nimi" description="Koko nimi" error="Kirjoita nimi" announced />)
  const input = screen.getByLabelText('Nimi')
  expect(input.getAttribute('aria-describedby')).toBe('nimi-error nimi-description')
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('alert').textContent).toBe('Kirjoita nimi')
})

it('a password is shown and hidden by its button, which takes no focus from the field', () => {
  render(<PasswordInput label="Salasana" />)
  const eye = screen.getByRole('button', { name: fi.actions.showPassword })
  expect(fireEvent.mouseDown(eye)).toBe(false)
  fireEvent.click(eye)
  expect(screen.getByLabelText('Salasana').getAttribute('type')).toBe('text')
  fireEvent.click(eye)
  expect(screen.getByLabelText('Salasana').getAttribute('type')).toBe('password')
})

it('the arrow keys open the next tab and come round', () => {
  render(
    <Tabs defaultValue="a">
      <TabList aria-label="Listat">
        <Tab value="a">Auki</Tab>
        <Tab value="b">Valmiit</Tab>
      </TabList>
      <TabPanel value="a">Yksi</TabPanel>
      <TabPanel value="b">Kaksi</TabPanel>
    </Tabs>,
  )
  screen.getByRole('tab', { name: 'Auki' }).focus()
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowRight' })
  expect(screen.getByRole('tabpanel', { name: 'Valmiit' }).textContent).toBe('Kaksi')
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowRight' })
  expect(screen.getByRole('tabpanel', { name: 'Auki' }).textContent).toBe('Yksi')
})

it('the same file can be chosen twice', () => {
  const chosen: (string | undefined)[] = []
  const { container } = render(
    <FileButton accept=".csv" onChange={(file) => chosen.push(file?.name)}>
      {(props) => <Button {...props}>Valitse</Button>}
    </FileButton>,
  )
  const input = container.querySelector('input')!
  for (let round = 0; round < 2; round += 1) {
    Object.defineProperty(input, 'files', { value: [new File(['a'], 'a.csv')], configurable: true })
    fireEvent.change(input)
  }
  expect(chosen).toEqual(['a.csv', 'a.csv'])
  expect(input.value).toBe('')
})
