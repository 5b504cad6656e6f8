import type { Person } from '#app/domain/sharing/people.ts'
import { Select } from '#app/ui/Select.tsx'
import { sharing } from '#app/words/en/sharing.ts'
import { useWords } from '#app/words/useWords.ts'
import { SharingIntent } from './SharingIntent.tsx'

export function HandOver({ members }: { members: Person[] }) {
  const words = useWords(sharing)
  return (
    <section className="hand-over" aria-labelledby="hand-over">
      <h3 id="hand-over">{words.handOver}</h3>
      <p className="hint">{words.handOverLead}</p>
      <SharingIntent intent="handover" submit={words.handOver} variant="danger" className="beside">
        <Select
          label={words.newOwner}
          name="userID"
          // Nobody is chosen yet: a slip of the thumb must not give the list away.
          defaultValue=""
          options={{
            '': words.chooseSomeone,
            ...Object.fromEntries(members.map(({ id, name }) => [id, name])),
          }}
          autoComplete="off"
          required
        />
      </SharingIntent>
    </section>
  )
}

export function Offered({ to }: { to: string }) {
  const words = useWords(sharing)
  return (
    <section className="card" aria-labelledby="hand-over">
      <h2 id="hand-over">{words.handOver}</h2>
      <p className="lead">{words.youOffered({ to: <span dir="auto">{to}</span> })}</p>
      <SharingIntent intent="take-back" submit={words.takeBack} variant="quiet" />
    </section>
  )
}

export function OfferToYou({ owner, until }: { owner: string | undefined; until: string }) {
  const words = useWords(sharing)
  return (
    <section className="card" aria-labelledby="offer">
      <h2 id="offer">{words.canBeYours}</h2>
      <p className="lead">
        {owner === undefined
          ? words.offeredWithoutOwner({ until })
          : words.offeredByOwner({ owner: <span dir="auto">{owner}</span> })}
      </p>
      <div className="choices">
        <SharingIntent intent="accept" submit={words.accept} />
        <SharingIntent intent="decline" submit={words.decline} variant="quiet" />
      </div>
    </section>
  )
}

export function Leave({ owner }: { owner: string | undefined }) {
  const words = useWords(sharing)
  return (
    <section className="card" aria-labelledby="leave">
      <h2 id="leave">{words.leave}</h2>
      <p className="lead">{owner ? words.leaveLeadOwner({ owner }) : words.leaveLead}</p>
      <SharingIntent intent="leave" submit={words.leave} variant="danger" />
    </section>
  )
}
