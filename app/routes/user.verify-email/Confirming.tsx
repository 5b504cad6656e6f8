import { Form, useSubmit } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { AccountPage } from '#app/ui/AccountPage.tsx'
import { Button } from '#app/ui/Button.tsx'
import { account } from '#app/words/en/account.ts'
import { useWords } from '#app/words/useWords.ts'

/** Only where the link is enough: a script of a mail scanner must not confirm what somebody else registered. */
export function Confirming() {
  const words = useWords(account)
  const form = useRef<HTMLFormElement>(null)
  const sent = useRef(false)
  const submit = useSubmit()

  useEffect(() => {
    if (sent.current) return
    sent.current = true
    submit(form.current)
  }, [submit])

  return (
    <AccountPage title={words.confirmTitle}>
      <p className="lead needs-script" role="status">
        {words.confirming}
      </p>
      <Form method="post" ref={form} className="needs-no-script">
        <Button className="wide">{words.confirm}</Button>
      </Form>
    </AccountPage>
  )
}
