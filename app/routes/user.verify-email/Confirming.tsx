import { Form, useSubmit } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { AccountPage } from '#app/ui/AccountPage.tsx'
import { Button } from '#app/ui/Button.tsx'
import { account } from '#app/words/en/account.ts'
import { useWords } from '#app/words/useWords.ts'

interface Props {
  /** Before an email is changed: another site can lead somebody here who is signed in. */
  asks: string | undefined
}

/** Only where the link is enough: a script of a mail scanner must not confirm what somebody else registered. */
export function Confirming({ asks }: Props) {
  const words = useWords(account)
  const form = useRef<HTMLFormElement>(null)
  const sent = useRef(false)
  const submit = useSubmit()

  useEffect(() => {
    if (asks || sent.current) return
    sent.current = true
    submit(form.current)
  }, [asks, submit])

  return (
    <AccountPage title={words.confirmTitle}>
      {asks ? (
        <p className="lead">{asks}</p>
      ) : (
        <p className="lead needs-script" role="status">
          {words.confirming}
        </p>
      )}
      <Form method="post" ref={form} className={asks ? undefined : 'needs-no-script'}>
        <Button className="wide">{words.confirm}</Button>
      </Form>
    </AccountPage>
  )
}
