import { KEEP_OFFLINE_LISTS_FOR, MAX_OFFLINE_LISTS } from '#app/domain/limitsAndLifetimes.ts'
import { days } from '#app/messages/format.ts'

export function WithoutConnection() {
  return (
    <section className="card" aria-labelledby="on-this-phone">
      <h2 id="on-this-phone">Without a connection</h2>
      <p className="lead">
        {`This browser keeps the last ${MAX_OFFLINE_LISTS} lists you opened for ${days(KEEP_OFFLINE_LISTS_FOR)}. `}
        You can open them, tick, add, edit and delete without a connection. Changes are sent when it's back,
        and logging out deletes the kept lists.
      </p>
      <p className="lead">
        On an iPhone or iPad, changes are only sent while Larder is open. Safari deletes what it keeps after
        seven days of use without Larder, unless you add Larder to the Home Screen.
      </p>
    </section>
  )
}
