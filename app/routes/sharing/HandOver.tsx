import type { Person } from '#app/domain/sharing/people.ts'
import { Select } from '#app/ui/Select.tsx'
import { SharingIntent } from './SharingIntent.tsx'

export function HandOver({ members }: { members: Person[] }) {
  return (
    <section className="card" aria-labelledby="hand-over">
      <h2 id="hand-over">Hand over</h2>
      <p className="lead">
        The list will belong to the person you choose, and count towards their storage. You stay on it as an
        editor. Only they can give it back to you.
      </p>
      <SharingIntent intent="handover" submit="Hand over" variant="danger" className="options beside">
        <Select
          label="New owner"
          name="userID"
          // Nobody is chosen yet: a slip of the thumb must not give the list away.
          defaultValue=""
          options={{ '': 'Choose someone', ...Object.fromEntries(members.map(({ id, name }) => [id, name])) }}
          autoComplete="off"
          required
        />
      </SharingIntent>
    </section>
  )
}

export function Leave({ owner }: { owner: string }) {
  return (
    <section className="card" aria-labelledby="leave">
      <h2 id="leave">Leave</h2>
      <p className="lead">
        You will no longer see this list. To come back, you need a new invitation from {owner}.
      </p>
      <SharingIntent intent="leave" submit="Leave" variant="danger" />
    </section>
  )
}
