import { type InputHTMLAttributes, type ReactNode, useRef } from 'react'

interface Props<Many extends boolean> {
  accept: string
  multiple?: Many
  /** Asks a phone for its camera. */
  capture?: 'environment'
  disabled?: boolean
  inputProps?: InputHTMLAttributes<HTMLInputElement>
  onChange: (chosen: Many extends true ? File[] : File | null) => void
  /** The button, which opens the browser's own choice. */
  children: (props: { onClick: () => void }) => ReactNode
}

/** Chooses a file, or several. Choosing the same one again counts again. */
export function FileButton<Many extends boolean = false>(props: Props<Many>) {
  const { accept, multiple, capture, disabled, inputProps, onChange, children } = props
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        {...inputProps}
        ref={input}
        type="file"
        // By style: what gives a dialog's first part the focus takes one with the attribute “hidden” for a part that can have it.
        style={{ display: 'none' }}
        accept={accept}
        multiple={multiple ?? false}
        capture={capture}
        disabled={disabled}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          currentTarget.value = ''
          onChange((multiple ? files : (files[0] ?? null)) as Parameters<typeof onChange>[0])
        }}
      />
      {children({ onClick: () => !disabled && input.current?.click() })}
    </>
  )
}
