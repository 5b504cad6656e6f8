import { Link, useLocation } from '@remix-run/react'
import { AccountForm, type Result, useMessage } from '#app/ui/AccountForm.tsx'
import { AccountPage } from '#app/ui/AccountPage.tsx'
import { account } from '#app/words/en/account.ts'
import { useWords } from '#app/words/useWords.ts'

interface Props {
  lead: string
  email: string
  /** False if the link changes the email of an account. */
  isRegistration: boolean
  result: Result | undefined
}

export function WithPassword({ lead, email, isRegistration, result }: Props) {
  const words = useWords(account)
  const { search } = useLocation()
  return (
    <AccountPage title={words.confirmTitle} message={useMessage(result)}>
      <p className="lead">{lead}</p>
      <AccountForm
        fields={[
          {
            name: 'password',
            label: words.password,
            type: 'password',
            autoComplete: 'current-password',
            placeholder: words.yourPassword,
          },
        ]}
        submit={words.confirm}
        submitting={words.confirming}
        failure={result}
      >
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      </AccountForm>
      {isRegistration && (
        <p className="alternative">
          <Link to={`${search}&registered=no`} reloadDocument>
            <b>{words.didNotRegister}</b>
          </Link>
        </p>
      )}
    </AccountPage>
  )
}
