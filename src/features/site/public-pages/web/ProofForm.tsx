import type proof from '../texts/pages/proof/fi.json'
import { CopyPage } from './CopyPage.tsx'
import { DataBlock } from './Document.tsx'
import { type Site, set } from './site.ts'

export type ProofCopy = typeof proof
export type ProofTexts = ProofCopy['form']

interface FileFieldProps {
  name: 'receipt' | 'document' | 'authority'
  texts: ProofTexts
  accept: string
}

function FileField({ name, texts, accept }: FileFieldProps) {
  return (
    <div className="field">
      <label htmlFor={`proof-${name}`}>{texts[name]}</label>
      <input
        className="in"
        id={`proof-${name}`}
        name={name}
        type="file"
        accept={accept}
        aria-describedby={`proof-${name}-hint`}
      />
      <p className="hint" id={`proof-${name}-hint`}>
        {texts[`${name}Hint`]}
      </p>
    </div>
  )
}

/** The files that are verified; the page's script does it in the browser and asks no server. */
function ProofForm({ texts }: { texts: ProofTexts }) {
  return (
    <section className="part" aria-labelledby="tarkista">
      <h2 id="tarkista">{texts.heading}</h2>
      <div className="body">
        <p className="note no-js">{texts.noScript}</p>
        <form className="form" noValidate data-proof-form>
          <FileField name="receipt" texts={texts} accept=".json,application/json" />
          <FileField name="document" texts={texts} accept=".pdf,application/pdf" />
          <FileField name="authority" texts={texts} accept=".pem,.crt,.cer" />
          <p>
            <button className="btn btn-p lg" type="submit">
              {texts.check}
            </button>
          </p>
        </form>
        <div role="status" data-proof-result />
      </div>
      <DataBlock type="application/json" id="proof-texts" value={texts} />
    </section>
  )
}

/** The page on which anybody verifies the receipt of an agreement. */
export function ProofPage({ site, copy }: { site: Site; copy: ProofCopy }) {
  return (
    <CopyPage site={site} copy={copy} drawing="signing">
      <ProofForm texts={copy.form} />
    </CopyPage>
  )
}

interface SavedProps {
  site: Site
  copy: ProofCopy
  styles: string
}

/** The same form as one file, to be kept and opened without the service; the build puts its script in. */
export function SavedProofPage({ site, copy, styles }: SavedProps) {
  return (
    <html lang={site.language} data-mantine-color-scheme="light" data-js="">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta
          httpEquiv="content-security-policy"
          content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'"
        />
        <title>{set(copy.title, site.values)}</title>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet. */}
        <style dangerouslySetInnerHTML={{ __html: styles }} />
      </head>
      <body>
        <main id="sisalto" className="wrap copy">
          <h1>{set(copy.heading, site.values)}</h1>
          <p className="lead">{set(copy.lead, site.values)}</p>
          <ProofForm texts={copy.form} />
        </main>
        <script data-proof-script="" />
      </body>
    </html>
  )
}
