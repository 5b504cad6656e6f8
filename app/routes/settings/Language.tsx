import { useLoaderData } from '@remix-run/react'
import { IntentForm, useRefusal } from '#app/ui/IntentForm.tsx'
import { Select } from '#app/ui/Select.tsx'
import { settings } from '#app/words/en/settings.ts'
import { formatsOptions } from '#app/words/formatsOptions.ts'
import { LANGUAGE_NAMES } from '#app/words/languageNames.ts'
import { useReader, useWords } from '#app/words/useWords.ts'
import type { loader } from './loader.server.ts'

/** A whole page comes back, because the browser needs the texts of another language. */
export function Language() {
  const words = useWords(settings)
  const reader = useReader()
  const { user, timeZones, currencies, currency } = useLoaderData<typeof loader>()
  const refused = useRefusal('language')?.values
  return (
    <section className="card" aria-labelledby="language">
      <h2 id="language">{words.language}</h2>
      <IntentForm
        intent="language"
        submit={words.saveLanguage}
        pendingText={words.saving}
        variant="quiet"
        reloadDocument
      >
        <div className="fields">
          <Select
            label={words.language}
            name="language"
            defaultValue={refused?.language ?? user.language}
            options={{ '': words.automatic, ...LANGUAGE_NAMES }}
          />
          <Select
            label={words.numbersAndDates}
            name="formats"
            defaultValue={refused?.formats ?? user.formats}
            options={{ '': words.automatic, ...formatsOptions(reader, currency) }}
          />
          <Select
            label={words.currency}
            name="currency"
            defaultValue={refused?.currency ?? user.currency}
            options={{ '': words.automatic, ...Object.fromEntries(currencies) }}
          />
          <Select
            label={words.timeZone}
            name="timeZone"
            defaultValue={refused?.timeZone ?? user.timeZone}
            options={{
              '': words.automatic,
              ...Object.fromEntries(timeZones.map((zone) => [zone, zone.replaceAll('_', ' ')])),
            }}
          />
        </div>
      </IntentForm>
      <p className="lead">{words.languageHelp}</p>
    </section>
  )
}
