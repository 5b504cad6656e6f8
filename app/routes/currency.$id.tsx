import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, Link, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { listFor } from '#app/domain/access/access.ts'
import { ChangeCurrency } from '#app/domain/inputs.ts'
import { editList } from '#app/domain/lists/editList.ts'
import { currencyOptions } from '#app/domain/locale/currencies.ts'
import { parse } from '#app/domain/parse.ts'
import { requireUser } from '#app/http/in/auth.ts'
import { readForm } from '#app/http/in/body.ts'
import { redirectWith, refusedHere } from '#app/http/out/replies.ts'
import { listPath } from '#app/protocol/paths.ts'
import { refusalOf } from '#app/protocol/reply.ts'
import { Button } from '#app/ui/Button.tsx'
import { FormError } from '#app/ui/FormError.tsx'
import { NavBar } from '#app/ui/NavBar.tsx'
import type { PageHandle } from '#app/ui/PageTitle.tsx'
import { Select } from '#app/ui/Select.tsx'
import { acts } from '#app/words/en/acts.ts'
import { currency } from '#app/words/en/currency.ts'
import { wordsOf } from '#app/words/reader.ts'
import { useWords } from '#app/words/useWords.ts'

export { catchNetworkError as clientAction } from '#app/browser/catchNetworkError.ts'
export { passHeaders as headers } from '#app/http/out/replies.ts'

export const handle: PageHandle = { title: (reader) => `${wordsOf(reader, currency).title} · Larder` }

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await requireUser(context, request)
  const list = await listFor(context.services.db, user, params.id, 'own')
  return {
    list: { id: list.id, name: list.name, currency: list.currency },
    options: currencyOptions(context.reader, list.currency),
  }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context, request)
  const values = await readForm(context)
  try {
    const chosen = parse(ChangeCurrency, values)
    const { id, currency, rounded: n, change } = await editList(context.services, user, params.id, chosen)
    if (!change) return redirectWith(context, listPath(id))
    const text = wordsOf(context.reader, acts).currencyChanged({ currency, n })
    return redirectWith(context, listPath(id), { message: { kind: 'success', text, change } })
  } catch (error) {
    return refusedHere(context, error, values)
  }
}

export default function CurrencyPage() {
  const words = useWords(currency)
  const { list, options } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const refusal = refusalOf(result)
  const pending = useNavigation().formMethod === 'POST'
  return (
    <>
      <NavBar page={{ title: list.name, subtitle: words.title, listId: list.id }} />
      <main className="page">
        <Form method="post" className="card" key={refusal?.attempt}>
          <FormError>{result?.message}</FormError>
          <Select
            label={words.label}
            name="currency"
            defaultValue={refusal?.values.currency ?? list.currency}
            options={Object.fromEntries(options)}
          />
          <p className="hint">{words.help}</p>
          <Button className="wide" pending={pending} pendingText={words.saving}>
            {words.save}
          </Button>
          <Link className="button quiet" to={listPath(list.id)}>
            {words.cancel}
          </Link>
        </Form>
      </main>
    </>
  )
}
