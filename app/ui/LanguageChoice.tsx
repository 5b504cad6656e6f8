import { useLocation } from '@remix-run/react'
import type { MouseEvent } from 'react'
import { useNeedsConnection } from '#app/browser/useNeedsConnection.ts'
import { LANGUAGES } from '#app/domain/locale/locale.ts'
import { LANGUAGE_NAMES } from '#app/words/languageNames.ts'
import { useReader } from '#app/words/useWords.ts'

interface Props {
  action?: string
  /** The id of the page's form, whose fields are sent, too, so that the page comes back with them. */
  form?: string | undefined
}

/** A whole page comes back, because the browser needs the texts of another language. */
export function LanguageChoice({ action = '/language', form }: Props) {
  const reader = useReader()
  const needsConnection = useNeedsConnection()
  const { pathname, search } = useLocation()
  return (
    <form method="post" action={action} className="languages">
      <input type="hidden" name="path" value={pathname + search} form={form} />
      {LANGUAGES.map((language) => (
        <button
          key={language}
          type="submit"
          name="language"
          value={language}
          lang={language}
          {...(form && { form, formAction: action, formNoValidate: true, onClick: sendAsDocument })}
          {...needsConnection(LANGUAGE_NAMES[language])}
          aria-current={language === reader.language || undefined}
        >
          {LANGUAGE_NAMES[language]}
        </button>
      ))}
    </form>
  )
}

/** The router would send it otherwise, which listens further up. */
function sendAsDocument({ currentTarget }: MouseEvent<HTMLButtonElement>) {
  currentTarget.form?.addEventListener('submit', (event) => event.stopPropagation(), { once: true })
}
