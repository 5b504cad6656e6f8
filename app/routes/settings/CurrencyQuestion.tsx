import { Link } from '@remix-run/react'
import { SETTINGS } from '#app/protocol/paths.ts'
import { IntentForm } from '#app/ui/IntentForm.tsx'
import { settings } from '#app/words/en/settings.ts'
import { useWords } from '#app/words/useWords.ts'

interface Props {
  currency: string
  symbol: string
  lists: number
}

/** Asked once, after new lists have got another currency. */
export function CurrencyQuestion({ currency, symbol, lists }: Props) {
  const words = useWords(settings)
  return (
    <section className="card" aria-labelledby="currency-question">
      <h2 id="currency-question">{words.alsoForLists({ symbol, n: lists })}</h2>
      <div className="choices">
        <IntentForm
          action={SETTINGS}
          intent="currency"
          fields={{ currency }}
          submit={words.useCurrency({ symbol })}
        />
        <Link className="button quiet" to={SETTINGS} replace preventScrollReset>
          {words.keepCurrencies}
        </Link>
      </div>
    </section>
  )
}
