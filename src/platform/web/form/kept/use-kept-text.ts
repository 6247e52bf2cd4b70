import { useEffect, useState } from 'react'
import { useUser } from '#platform/web/api/user.ts'
import { keepDraft, readDraft } from './drafts.ts'

/** A text that stands in no `Form`, kept over a reload as a form's draft is; whoever leaves or has sent it drops it. */
export function useKeptText(about: string): [string, (text: string) => void] {
  const user = useUser()
  const key = JSON.stringify([user?.userId, about])
  const [text, setText] = useState(() => String(readDraft(key).text ?? ''))
  useEffect(() => {
    keepDraft(key, text === '' ? {} : { text })
    return () => keepDraft(key, {})
  }, [key, text])
  return [text, setText]
}
