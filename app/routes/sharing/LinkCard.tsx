import { LINK_LIFETIMES } from '#app/domain/limitsAndLifetimes.ts'
import { days } from '#app/messages/format.ts'
import { Field } from '#app/ui/Field.tsx'
import { useRefusal } from '#app/ui/IntentForm.tsx'
import { Select } from '#app/ui/Select.tsx'
import { Time } from '#app/ui/Time.tsx'
import type { OwnersView } from './loader.server.ts'
import { ROLES, RoleSelect } from './RoleSelect.tsx'
import { SharingIntent } from './SharingIntent.tsx'
import { UrlRow } from './UrlRow.tsx'

const EXPIRES = Object.fromEntries(
  Object.entries(LINK_LIFETIMES).map(([name, time]) => [name, time ? `In ${days(time)}` : 'Never']),
)

export function LinkCard({ nextId, links }: Pick<OwnersView, 'nextId' | 'links'>) {
  const { values, fields, attempt } = useRefusal('link') ?? {}
  return (
    <section className="card" aria-labelledby="links">
      <h2 id="links">Share by link</h2>
      <p className="lead">
        Anyone with the link can open this list and change it, without an account. With the role “Viewer”,
        they can only look.
      </p>
      <SharingIntent
        key={attempt ?? links.at(-1)?.id}
        intent="link"
        fields={{ id: nextId }}
        submit="Create link"
        className="link"
      >
        <details open={fields?.label !== undefined}>
          <summary>Options</summary>
          <div className="options">
            <RoleSelect label="Role" defaultValue={values?.role} />
            <Select
              label="Expires"
              name="expires"
              defaultValue={values?.expires ?? 'never'}
              options={EXPIRES}
              autoComplete="off"
            />
            <Field
              label="Label (optional)"
              name="label"
              placeholder="Flatmates"
              autoComplete="off"
              maxLength={200}
              defaultValue={values?.label}
              error={fields?.label}
              takesFocus={fields?.label !== undefined}
            />
          </div>
        </details>
      </SharingIntent>
      {links.length > 0 && (
        <ul className="rows" aria-label="Links">
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
  const name = label || 'Link'
  const end = { intent: 'revoke', fields: { linkID: id }, submit: 'Turn off' }
  return (
    <UrlRow title={name} name={name} shared={link} {...end}>
      {ROLES[role]} · created <Time at={createdAt} />
      {expiresAt !== null && (
        <>
          {' '}
          · expires <Time at={expiresAt} />
        </>
      )}
    </UrlRow>
  )
}
