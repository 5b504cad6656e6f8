import type { Person } from '#app/domain/sharing/people.ts'
import { Select } from '#app/ui/Select.tsx'
import { SharingIntent } from './SharingIntent.tsx'

export function HandOver({ members }: { members: Person[] }) {
  return (
    <section className="card" aria-labelledby="hand-over">
      <h2 id="hand-over">Hand over</h2>
      <p className="lead">
        If the person you choose accepts, the list belongs to them and counts towards their storage. You stay
        on it as an editor. Only they can give it back to you.
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

export function Offered({ to }: { to: string }) {
  return (
    <section className="card" aria-labelledby="hand-over">
      <h2 id="hand-over">Hand over</h2>
      <p className="lead">
        You offered this list to <span dir="auto">{to}</span>. It's yours until they accept.
      </p>
      <SharingIntent intent="take-back" submit="Take back" variant="quiet" />
    </section>
  )
}

export function OfferToYou({ owner, until }: { owner: string | undefined; until: string }) {
  return (
    <section className="card" aria-labelledby="offer">
      <h2 id="offer">This list can be yours</h2>
      <p className="lead">
        {owner === undefined ? (
          `Its owner deleted their account. If you don't accept by ${until}, it goes to the next editor. If there is none, it's deleted.`
        ) : (
          <>
            <span dir="auto">{owner}</span> wants to hand it over to you. It will then count towards your
            storage.
          </>
        )}
      </p>
      <div className="choices">
        <SharingIntent intent="accept" submit="Accept" />
        <SharingIntent intent="decline" submit="Decline" variant="quiet" />
      </div>
    </section>
  )
}

export function Leave({ owner }: { owner: string | undefined }) {
  return (
    <section className="card" aria-labelledby="leave">
      <h2 id="leave">Leave</h2>
      <p className="lead">
        You will no longer see this list. To come back, you need a new invitation{owner && ` from ${owner}`}.
      </p>
      <SharingIntent intent="leave" submit="Leave" variant="danger" />
    </section>
  )
}
