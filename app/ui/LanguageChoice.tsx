import { useLocation } from '@remix-run/react'
import { useNeedsConnection } from '#app/offline/page/useNeedsConnection.ts'
import { LANGUAGE_NAMES } from '#app/words/languageNames.ts'
import { LANGUAGES } from '#app/words/reader.ts'
import { useReader } from '#app/words/useWords.ts'

/** A whole page comes back, because the browser needs the texts of another language. */
export function LanguageChoice({ action = '/language' }: { action?: string }) {
  const reader = useReader()
  const needsConnection = useNeedsConnection()
  const { pathname, search } = useLocation()
  return (
    <form method="post" action={action} className="languages">
      <input type="hidden" name="path" value={pathname + search} />
      {LANGUAGES.map((language) => (
        <button
          key={language}
          type="submit"
          name="language"
          value={language}
          lang={language}
          {...needsConnection(LANGUAGE_NAMES[language])}
          aria-current={language === reader.language || undefined}
        >
          {LANGUAGE_NAMES[language]}
        </button>
      ))}
    </form>
  )
}
