import { AccountForm, newPasswordField, type Result, useMessage } from '#app/ui/AccountForm.tsx'
import { AccountPage } from '#app/ui/AccountPage.tsx'
import { account } from '#app/words/en/account.ts'
import { useWords } from '#app/words/useWords.ts'

interface Props {
  lead: string
  email: string
  result: Result | undefined
}

export function TakeOver({ lead, email, result }: Props) {
  const words = useWords(account)
  return (
    <AccountPage title={words.didNotRegister} message={useMessage(result)}>
      <p className="lead">{lead}</p>
      <AccountForm
        fields={[newPasswordField(words)]}
        submit={words.reset}
        submitting={words.resetting}
        failure={result}
      >
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      </AccountForm>
    </AccountPage>
  )
}
