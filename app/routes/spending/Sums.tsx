import { Chart } from './Chart.tsx'
import type { SpendingData } from './loader.server.ts'
import { SumTable } from './SumTable.tsx'

type Props = SpendingData['sums'][number] & {
  labels: SpendingData['labels']
  /** Names the currency, if there are several. */
  isOneOfSeveral: boolean
}

/** What was spent in one currency. */
export function Sums({ labels, isOneOfSeveral, currency, paid, notKnown, chart, ...tables }: Props) {
  return (
    <section className="card" aria-label={isOneOfSeveral ? currency : labels.spending}>
      {isOneOfSeveral && <h3>{currency}</h3>}
      <p className="paid-sum">
        {paid && <b>{paid}</b>}
        {paid && notKnown && ' · '}
        {notKnown && <span>{notKnown}</span>}
      </p>
      <Chart {...chart} />
      {chart.hasEstimates && (
        <p className="legend" aria-hidden>
          <i /> <span>{labels.paid}</span>
          <i className="unknown" /> <span>{labels.notKnown}</span>
        </p>
      )}
      <div className="sum-tables">
        <SumTable title={labels.byMonth} paid={labels.paid} rows={tables.months} />
        <div>
          <SumTable title={labels.byStore} paid={labels.paid} rows={tables.stores} />
          <SumTable title={labels.byList} paid={labels.paid} rows={tables.lists} />
        </div>
      </div>
    </section>
  )
}
