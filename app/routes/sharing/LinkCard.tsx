import { useLoaderData } from '@remix-run/react'
import { LINK_LIFETIMES, MAX_NAME_LENGTH } from '#app/domain/limitsAndLifetimes.ts'
import { sharingPath } from '#app/protocol/paths.ts'
import { Field } from '#app/ui/Field.tsx'
import { useRefusal } from '#app/ui/IntentForm.tsx'
import { Select } from '#app/ui/Select.tsx'
import { Time } from '#app/ui/Time.tsx'
import { UrlRow } from '#app/ui/UrlRow.tsx'
import { sharing } from '#app/words/en/sharing.ts'
import { days } from '#app/words/format.ts'
import { useReader, useWords } from '#app/words/useWords.ts'
import type { loader, OwnersView } from './loader.server.ts'
import { Options } from './Options.tsx'
import { RoleSelect, useRoles } from './RoleSelect.tsx'
import { SharingIntent } from './SharingIntent.tsx'

export function LinkCard({ nextId, links }: Pick<OwnersView, 'nextId' | 'links'>) {
  const { values, fields, attempt } = useRefusal('link') ?? {}
  const words = useWords(sharing)
  const reader = useReader()
  const lifetimes = Object.fromEntries(
    Object.entries(LINK_LIFETIMES).map(([name, time]) => [
      name,
      time ? words.expiresIn({ time: days(reader, time) }) : words.never,
    ]),
  )
  return (
    <section className="card" aria-labelledby="links">
      <h2 id="links">{words.shareByLink}</h2>
      <p className="lead">{words.linkLead}</p>
      <SharingIntent
        key={attempt ?? links[0]?.id}
        intent="link"
        fields={{ id: nextId }}
        submit={words.createLink}
        // One is nearly always enough.
        {...(links.length > 0 && { variant: 'quiet' })}
        options={
          <Options open={fields?.label !== undefined}>
            <RoleSelect label={words.role} defaultValue={values?.role} />
            <Select
              label={words.expires}
              name="expires"
              defaultValue={values?.expires ?? 'never'}
              options={lifetimes}
              autoComplete="off"
            />
            <Field
              label={words.labelOptional}
              name="label"
              placeholder={words.labelExample}
              autoComplete="off"
              maxLength={MAX_NAME_LENGTH}
              defaultValue={values?.label}
              error={fields?.label}
              takesFocus={fields?.label !== undefined}
            />
          </Options>
        }
      />
      {links.length > 0 && (
        <ul className="rows" aria-label={words.links}>
          {links.map((link) => (
            <LinkRow key={link.id} link={link} />
          ))}
        </ul>
      )}
    </section>
  )
}

function LinkRow({ link }: { link: OwnersView['links'][number] }) {
  const { id, role, label, createdAt, expiresAt } = link
  const { list, owner } = useLoaderData<typeof loader>()
  const words = useWords(sharing)
  const name = label || words.link
  const times = { role: useRoles()[role], created: <Time at={createdAt} /> }
  return (
    <UrlRow
      title={name}
      shared={link}
      shown={owner?.shown}
      showPath={sharingPath(list.id, id)}
      showLabel={words.showLink({ name })}
      end={
        <SharingIntent
          intent="revoke"
          fields={{ linkID: id }}
          submit={words.turnOff}
          label={words.turnOffLink({ name })}
          variant="danger"
        />
      }
    >
      {expiresAt === null
        ? words.roleAndStart(times)
        : words.roleAndTimes({ ...times, expires: <Time at={expiresAt} /> })}
    </UrlRow>
  )
}
