import type { ReactNode } from 'react'
import { Illustration } from '#platform/web/parts/Illustration.tsx'
import { usePageTitle } from '#platform/web/parts/PageHead.tsx'
import { phoneAddress } from '#platform/web/router/phone-address.ts'
import { useBrand } from '#platform/web/shell/brand.ts'

/** What stands in the place of a page whose link no longer works: what to do now, and whom to ask. */
export function GonePage({ title, act, children }: { title: string; act?: ReactNode; children: ReactNode }) {
  const { phone, email } = useBrand()
  usePageTitle(title)
  return (
    <div className="stack-md">
      <Illustration name="kypara" width={170} />
      <h1>{title}</h1>
      <p className="lead">{children}</p>
      {act && <div>{act}</div>}
      <p>
        <a className="n" href={phoneAddress(phone)}>
          {phone}
        </a>{' '}
        · <a href={`mailto:${email}`}>{email}</a>
      </p>
    </div>
  )
}
