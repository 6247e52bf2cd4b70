import { IconFileTypePdf } from '@tabler/icons-react'
import { Button } from './Button.tsx'
import { FileButton } from './FileButton.tsx'

interface Props {
  label: string
  loading: boolean
  size?: 'sm'
  /** Gets the chosen file, and its name cut to what calls take. */
  onChoose: (file: File, fileName: string) => void
}

/** A button that takes one PDF. */
export function PdfButton({ label, loading, size, onChoose }: Props) {
  return (
    <FileButton accept="application/pdf" onChange={(file) => file && onChoose(file, file.name.slice(-200))}>
      {(props) => (
        <Button
          {...props}
          {...(size && { size })}
          loading={loading}
          leftSection={<IconFileTypePdf size={16} stroke={1.75} aria-hidden="true" />}
        >
          {label}
        </Button>
      )}
    </FileButton>
  )
}
