import { Link } from '@remix-run/react'
import { ReceiptText } from 'lucide'
import { Icon } from '#app/ui/Icon.tsx'
import type { SpendingData } from './loader.server.ts'

type Props = Pick<SpendingData, 'labels' | 'trips' | 'newer' | 'older'>

/** Newest first. */
export function Trips({ labels, trips, newer, older }: Props) {
  return (
    <section className="card trip-column" aria-labelledby="trips">
      <h2 id="trips">{labels.trips}</h2>
      <ul className="trip-rows">
        {trips.map(({ id, to, name, details, sum, isKnown, hasReceipt }) => (
          <li key={id}>
            <Link to={to}>
              <b dir="auto">{name}</b>
              <span className={isKnown ? 'known' : 'estimated'}>{sum}</span>
              <small>
                {details}
                {hasReceipt && (
                  <span className="receipt-mark">
                    <Icon of={ReceiptText} size={16} />
                    <span className="visually-hidden">{`, ${labels.withReceipt}`}</span>
                  </span>
                )}
              </small>
            </Link>
          </li>
        ))}
      </ul>
      {(newer || older) && (
        <p className="list-links">
          {newer && <Link to={newer}>{labels.newer}</Link>}
          {older && <Link to={older}>{labels.older}</Link>}
        </p>
      )}
    </section>
  )
}
