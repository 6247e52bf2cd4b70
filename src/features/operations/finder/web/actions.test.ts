// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { actionsOf } from './actions.ts'

const page = (html: string) => {
  document.body.innerHTML = `<nav><button>Valikko</button></nav><main>${html}</main><div role="dialog"><button>Sulje haku</button></div>`
}

it('offers what the page and its panel offer, the panel first and each once, and nothing that moves a list', () => {
  page(`<button>Lisää liike</button><table><tr><th><button>Nimi</button></th></tr></table>
    <div data-no-act><button>Sarakkeet</button></div><button disabled>Ei nyt</button><button hidden>Piilossa</button>
    <aside><button><kbd>1</kbd><span>Täsmäytä lasku</span><span>→ Käsitelty</span></button><button aria-label="Sulje">×</button><button>Lisää liike</button></aside>`)
  expect(actionsOf(document, 'Sulje').map(({ text }) => text)).toEqual(['Täsmäytä lasku → Käsitelty', 'Lisää liike'])
})

it('offers what a panel over the page offers, and nothing that lies beneath it', () => {
  page('<button>Lisää liike</button>')
  document.body.innerHTML += '<section class="mantine-Drawer-content"><button>Muistuta</button></section>'
  expect(actionsOf(document, 'Sulje').map(({ text }) => text)).toEqual(['Muistuta'])
})

it('presses the button itself', () => {
  page('<button id="act">Muistuta</button>')
  const pressed = vi.fn()
  document.querySelector('#act')?.addEventListener('click', pressed)
  actionsOf(document, 'Sulje')[0]?.press()
  expect(pressed).toHaveBeenCalledTimes(1)
})
