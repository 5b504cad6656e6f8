import { Form, Link, useLoaderData, useSearchParams } from '@remix-run/react'
import { Fragment } from 'react'
import { INVITE_LIFETIME, LINK_LIFETIMES, MAX_NAME_LENGTH } from '#app/domain/limitsAndLifetimes.ts'
import { HOUSEHOLD, sharingPath } from '#app/protocol/paths.ts'
import { Field } from '#app/ui/Field.tsx'
import { HiddenFields } from '#app/ui/HiddenFields.tsx'
import { useRefusal } from '#app/ui/IntentForm.tsx'
import { InviteRows } from '#app/ui/InviteRows.tsx'
import { Select } from '#app/ui/Select.tsx'
import { Time } from '#app/ui/Time.tsx'
import { UrlRow } from '#app/ui/UrlRow.tsx'
import { Way } from '#app/ui/Way.tsx'
import { sharing } from '#app/words/en/sharing.ts'
import { days } from '#app/words/format.ts'
import { useReader, useWords } from '#app/words/useWords.ts'
import { HandOver } from './HandOver.tsx'
import type { loader, OwnersView } from './loader.server.ts'
import { RoleSelect, useRoles } from './RoleSelect.tsx'
import { SharingIntent } from './SharingIntent.tsx'

/** Among its fields is a form of its own, so they name the form they belong to. */
const FORM = 'share'

export function ShareForm({ owner }: { owner: OwnersView }) {
  const { list } = useLoaderData<typeof loader>()
  const [searchParams] = useSearchParams()
  const byInvite = useRefusal('invite')
  const refusal = useRefusal('link') ?? byInvite
  const words = useWords(sharing)
  const reader = useReader()
  const { nextId, links, invites, shown } = owner
  const showPath = (id: string) => sharingPath(list.id, id)
  return (
    <Fragment key={refusal?.attempt ?? searchParams.get('show')}>
      <Form id={FORM} className="ways" method="post" action={sharingPath(list.id)} replace preventScrollReset>
        <HiddenFields of={{ id: nextId }} />
        {/* Enter in the label of a link creates one: browsers take the first button. */}
        <button
          type="submit"
          name="intent"
          value="link"
          className="visually-hidden"
          tabIndex={-1}
          aria-hidden
        />
      </Form>
      <Way
        form={FORM}
        intent="invite"
        title={words.inviteSomeone}
        lead={words.inviteLead({ time: days(reader, INVITE_LIFETIME) })}
        submit={words.invite}
        isUsed={invites.length > 0}
      />
      <Way
        form={FORM}
        intent="link"
        title={words.shareByLink}
        lead={words.linkLead}
        submit={words.createLink}
        isUsed={links.length > 0}
      />
      <More refusal={refusal} />
      {/* Below the fields, which are for the next one. */}
      <InviteRows invites={invites} shown={shown} showPath={showPath} action={sharingPath(list.id)} />
      {links.length > 0 && (
        <ul className="rows" aria-label={words.links}>
          {links.map((link) => (
            <LinkRow key={link.id} link={link} />
          ))}
        </ul>
      )}
      <p className="hint">{words.shareAll({ household: <Link to={HOUSEHOLD}>{words.household}</Link> })}</p>
    </Fragment>
  )
}

/** What few people change. */
function More({ refusal }: { refusal: ReturnType<typeof useRefusal> }) {
  const { people, offer } = useLoaderData<typeof loader>()
  const words = useWords(sharing)
  const reader = useReader()
  const { values, fields } = refusal ?? {}
  const lifetimes = Object.fromEntries(
    Object.entries(LINK_LIFETIMES).map(([name, time]) => [
      name,
      time ? words.expiresIn({ time: days(reader, time) }) : words.never,
    ]),
  )
  const members = people.filter(({ role }) => role !== 'owner')
  return (
    <details className="more" open={refusal !== undefined}>
      <summary>{words.more}</summary>
      <div className="options">
        <RoleSelect form={FORM} label={words.role} defaultValue={values?.role} />
        <Select
          form={FORM}
          label={words.expires}
          name="expires"
          defaultValue={values?.expires ?? 'never'}
          options={lifetimes}
          autoComplete="off"
        />
        <Field
          form={FORM}
          label={words.labelOptional}
          name="label"
          placeholder={words.labelExample}
          autoComplete="off"
          maxLength={MAX_NAME_LENGTH}
          defaultValue={values?.label}
          error={fields?.label}
          takesFocus={fields?.label !== undefined}
        />
      </div>
      <p className="hint">{words.rolesHint}</p>
      {!offer && members.length > 0 && <HandOver members={members} />}
    </details>
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
