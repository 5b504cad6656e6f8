import { useLoaderData } from '@remix-run/react'
import { useState } from 'react'
import { Field } from '#app/ui/Field.tsx'
import { IntentForm, useRefusal } from '#app/ui/IntentForm.tsx'
import { Select } from '#app/ui/Select.tsx'
import { settings } from '#app/words/en/settings.ts'
import { formatsOptions } from '#app/words/formatsOptions.ts'
import { LANGUAGE_NAMES } from '#app/words/languageNames.ts'
import { useReader, useWords } from '#app/words/useWords.ts'
import { Email } from './Email.tsx'
import type { loader } from './loader.server.ts'
import { Part } from './Part.tsx'

export function You({ open }: { open: boolean }) {
  const words = useWords(settings)
  const reader = useReader()
  const { user, timeZones, currencies, currency } = useLoaderData<typeof loader>()
  const [choosesLanguage, setChoosesLanguage] = useState(false)
  const { attempt, fields, values } = useRefusal('you') ?? {}
  const automatic = { '': words.automatic }
  const choose = { onChange: () => setChoosesLanguage(true) }
  return (
    <Part title={words.you} open={open}>
      <IntentForm
        intent="you"
        submit={words.save}
        pendingText={words.saving}
        variant="quiet"
        noValidate
        // The browser needs the texts of another language, which come with a page.
        reloadDocument={choosesLanguage}
      >
        <div className="fields" key={attempt ?? user.name}>
          <Field
            label={words.yourName}
            name="name"
            autoComplete="name"
            defaultValue={values?.name ?? user.name}
            error={fields?.name}
            takesFocus={fields?.name !== undefined}
          />
          <Select
            label={words.language}
            name="language"
            defaultValue={values?.language ?? user.language}
            options={{ ...automatic, ...LANGUAGE_NAMES }}
            {...choose}
          />
          <Select
            label={words.currency}
            name="currency"
            defaultValue={values?.currency ?? user.currency}
            options={{ ...automatic, ...Object.fromEntries(currencies) }}
            {...choose}
          />
        </div>
        <details>
          <summary>{words.formatsAndTimeZone}</summary>
          <div className="fields">
            <Select
              label={words.numbersAndDates}
              name="formats"
              defaultValue={values?.formats ?? user.formats}
              options={{ ...automatic, ...formatsOptions(reader, currency) }}
              {...choose}
            />
            <Select
              label={words.timeZone}
              name="timeZone"
              defaultValue={values?.timeZone ?? user.timeZone}
              options={{
                ...automatic,
                ...Object.fromEntries(timeZones.map((zone) => [zone, zone.replaceAll('_', ' ')])),
              }}
              {...choose}
            />
          </div>
        </details>
      </IntentForm>
      <Email />
    </Part>
  )
}
