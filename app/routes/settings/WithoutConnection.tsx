import {
  KEEP_OFFLINE_LISTS_FOR,
  LISTS_KEPT_AHEAD,
  MAX_OFFLINE_LISTS,
} from '#app/domain/limitsAndLifetimes.ts'
import { days } from '#app/messages/format.ts'

export function WithoutConnection() {
  return (
    <section className="card" aria-labelledby="on-this-phone">
      <h2 id="on-this-phone">Without a connection</h2>
      <p className="lead">
        {`This browser keeps your ${LISTS_KEPT_AHEAD} latest lists and others that you open, up to ${MAX_OFFLINE_LISTS} in all, for ${days(KEEP_OFFLINE_LISTS_FOR)}. `}
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
